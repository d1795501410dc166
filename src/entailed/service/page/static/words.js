// The words and signs of the page for what the API says in codes.

export const LABELS = {
  supported: { sign: "✓", words: "supported", why: "The passages entail this claim." },
  contradicted: { sign: "✗", words: "contradicted", why: "The passages say something incompatible." },
  related: { sign: "≈", words: "not found, related text only", why: "The passages are about this, but do not support it." },
  missing: { sign: "∅", words: "not found", why: "No passage is about this." },
  unchecked: { sign: "?", words: "not checked", why: "This could not be checked; it does not count as supported." },
};
const WORST = ["contradicted", "missing", "related", "unchecked", "supported"];

export const STATUSES = {
  grounded: { words: "Grounded", label: "supported" },
  partial: { words: "Partly grounded", label: "related" },
  ungrounded: { words: "Not grounded", label: "contradicted" },
  no_evidence: { words: "No evidence to check against", label: "missing" },
  declined: { words: "The answer declines", label: "unchecked" },
  unchecked: { words: "Could not be checked", label: "unchecked" },
};

export const ACTIONS = {
  pass: "passed",
  report: "reported only",
  flag: "flagged",
  repair: "repaired",
  suppress: "suppressed",
  regenerate: "regenerated",
  widen: "widened",
  block: "blocked",
};

export const OUTCOMES = {
  verified: { words: "Verified", label: "supported" },
  unsupported: { words: "Not verified", label: "contradicted" },
  ungrounded: { words: "Nothing found", label: "missing" },
  declined: { words: "No answer", label: "unchecked" },
};

export const CAUSES = {
  stood: "the passages support every claim",
  repaired: "the passages support every claim that was left",
  flagged: "the claims that failed are marked",
  claims_failed: "the passages do not support what the model said",
  no_claims: "the model said nothing that can be checked",
  verifier_failed: "the answer could not be checked",
  abstained: "the model says that the passages do not tell",
  retriever_failed: "the passages could not be searched",
  model_failed: "the model gave no usable answer",
  out_of_time: "the time was over",
  nothing_found: "no passage is about the question",
};

export const REASONS = {
  unknown_citation: "Cites a passage that was not given",
  uncited: "Cites no passage",
  misattributed: "Another passage supports it, not the cited one",
  citation_stuffing: "Cites more passages than one claim needs",
  number_mismatch: "The passages give another number",
  number_missing: "The passages do not give this number",
  unit_mismatch: "The passages give another unit",
  date_mismatch: "The passages give another date",
  arithmetic_mismatch: "The sum does not come out",
  arithmetic_derived: "The figure follows from figures in the passages",
  quote_altered: "The quotation is not word for word",
  quote_stitched: "The quotation joins parts of different passages",
  quote_misattributed: "The quotation is someone else's",
  quote_fabricated: "The quotation is in no passage",
  title_missing: "The title is in no passage",
  entity_missing: "The name is in no passage",
  entity_mismatch: "The passages name someone or something else",
  identifier_missing: "The identifier is in no passage",
  negation_flip: "The passages say the opposite",
  unsupported_negation: "Denies what the passages do not deny",
  quantifier_added: "Says more, or more often, than the passages",
  hedge_dropped: "Says flatly what the passages say with reserve",
  qualifier_dropped: "Leaves out a limit that the passages set",
  temporal_drift: "Leaves out when it held",
  low_entailment: "The passages do not entail it",
  model_contradiction: "The passages contradict it, by the model",
  source_conflict: "The passages disagree with each other",
  stale_source: "The passage is out of date",
  evidence_truncated: "Not all of the passage could be read at once",
  coverage_gap: "Words of this sentence were in no claim",
  judge_disagrees: "The second opinion differs",
  suspected_injection: "The text seems to give orders to a model",
  limit_reached: "A limit of the request was reached",
  not_sampled: "Not in the sample that was checked",
  stage_failed: "A part of the check failed",
  no_evidence: "Nothing to check it against",
};

/** The entry of a table of words for a code; a code it does not know stands for itself. */
export function wordsOf(table, code) {
  if (Object.hasOwn(table, code)) return table[code];
  const words = String(code).replaceAll("_", " ");
  return table === REASONS || table === CAUSES || table === ACTIONS
    ? words
    : { sign: "?", words, why: "", label: "unchecked" };
}

/** The known label this verdict is shown as: one that is not known is never shown as supported. */
export function labelOf(verdict) {
  return Object.hasOwn(LABELS, verdict.label) ? verdict.label : "unchecked";
}

/** The label that matters most; null for none. */
export function worst(labels) {
  let found = null;
  for (const label of labels) {
    if (found === null || WORST.indexOf(label) < WORST.indexOf(found)) found = label;
  }
  return found;
}

/** Whether a claim is supported and nothing about it failed. */
export function isClean(verdict) {
  return verdict.label === "supported" && !verdict.reasons.some((r) => r.outcome === "fail");
}

/** A finding in words: `{head, body}`; `body` may be empty. */
export function findingWords(finding) {
  const head = finding.reason ? wordsOf(REASONS, finding.reason) : finding.check.replaceAll("_", " ");
  let body = finding.message;
  const { claimed, stated } = finding;
  if (claimed && stated && !(body.includes(claimed) && body.includes(stated))) {
    const sides = `answer: ${claimed} / passages: ${stated}`;
    body = body ? `${body} (${sides})` : sides;
  }
  return { head, body };
}

/** "2 of 4 claims supported". */
export function summary(report) {
  const total = report.verdicts.length;
  if (!total) return "no claims to check";
  const clean = report.verdicts.filter(isClean).length;
  return `${clean} of ${total} ${total === 1 ? "claim" : "claims"} supported`;
}
