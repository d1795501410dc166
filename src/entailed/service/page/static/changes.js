// The policy's output beside the original, with what was removed and what was added marked.

import { diff } from "./diff.js";
import { h, hidden, plural } from "./dom.js";
import { ACTIONS, wordsOf } from "./words.js";

/** A card with both texts; `titles` name the two sides. Says so where nothing was changed. */
export function changesCard(original, output, { policy, action, titles = ["Original answer", "Policy’s output"] }) {
  const did = `Policy “${policy}”: ${wordsOf(ACTIONS, action)}.`;
  const card = h("section", { class: "card changes" }, h("h3", {}, "What the policy made of it"));
  if (original === output) {
    card.append(h("p", { class: "soft" }, `${did} The text is left as it was.`));
    return card;
  }
  const runs = diff(original, output);
  const removed = runs.filter((run) => run.kind === "removed").length;
  const added = runs.filter((run) => run.kind === "added").length;
  const parts = [removed && plural(removed, "part"), added && plural(added, "part")];
  const told = [parts[0] && `${parts[0]} removed`, parts[1] && `${parts[1]} added`].filter(Boolean).join(", ");
  card.append(
    h("p", { class: "soft" }, `${did} ${told}.`),
    h("div", { class: "beside" },
      side(titles[0], runs, "removed", original === "" ? "The answer is empty." : ""),
      side(titles[1], runs, "added", output === "" ? "Nothing is left of the answer." : "")),
  );
  return card;
}

function side(title, runs, kind, empty) {
  const words = runs.filter((run) => run.kind === "same" || run.kind === kind)
    .map((run) => (run.kind === "same" ? run.text : marked(run)));
  return h("div", {}, h("h4", {}, title),
    empty ? h("p", { class: "soft" }, empty) : h("p", { class: "text", dir: "auto" }, words));
}

function marked({ kind, text }) {
  const [name, begins, ends] = kind === "removed" ? ["del", "removed: ", " end of removed"] : ["ins", "added: ", " end of added"];
  return h(name, {}, hidden(begins), text, hidden(ends));
}
