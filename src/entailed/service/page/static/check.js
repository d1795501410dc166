// The view that checks an answer, or asks a question: the form, the request, the result.

import { ApiError, events, post } from "./api.js";
import { announce, byId, fill, h, plural, reveal } from "./dom.js";
import { reportButtons } from "./download.js";
import { EXAMPLE } from "./example.js";
import { showEmpty, showError, showLoading } from "./notices.js";
import { showOutcome } from "./outcome.js";
import { Passages } from "./passages.js";
import { FileError, contentOf, dropZone } from "./reading.js";
import { isReport, showReport } from "./report.js";

/** Wire the form. `app` has `askKey(retry)` and `openRecord(id)`. */
export function mountCheck(app) {
  return new CheckView(app);
}

class CheckView {
  constructor(app) {
    this.app = app;
    this.form = byId("check-form");
    this.result = byId("check-result");
    this.passages = new Passages();
    this.running = null;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.form.requestSubmit();
    });
    for (const radio of document.getElementsByName("check-what")) {
      radio.addEventListener("change", () => this.#mode());
    }
    this.#files();
    byId("example").addEventListener("click", () => this.fill(EXAMPLE));
    byId("clear").addEventListener("click", () => this.#clear());
    showEmpty(this.result, "Nothing has been checked yet.",
      h("p", {}, "Give an answer and the passages it was written from, then press Check. Or load the example."));
  }

  /** What the server offers: the form follows it. */
  configure({ ask, policies }) {
    byId("check-what").hidden = !ask;
    if (!ask) this.#choose("answer");
    const field = byId("policy");
    const kept = field.value;
    fill(field, h("option", { value: "" }, "as the service is set"), policies.map((name) => h("option", { value: name }, name)));
    field.value = policies.includes(kept) ? kept : "";
  }

  /** Fill the form with a request. */
  fill({ answer, question = "", passages }) {
    this.#choose("answer");
    byId("answer").value = answer;
    byId("question").value = question;
    this.passages.set(passages);
    this.#say("");
  }

  /** Send what the form holds, and show what comes. */
  async send() {
    const asks = this.#asks();
    const made = asks ? this.#questionBody() : this.#answerBody();
    if (!made) return;
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const loading = showLoading(this.result, asks ? "Asking" : "Checking", () => running.abort());
    reveal(this.result);
    try {
      if (asks) this.#outcome(await outcomeOf(made, running.signal, loading.say));
      else this.#report((await post("/v1/verify", made, { signal: running.signal })).data);
    } catch (error) {
      if (this.running !== running) return;
      if (error.kind === "stopped") showEmpty(this.result, "Stopped.");
      else {
        if (!(error instanceof ApiError)) console.error(error);
        showError(this.result, error, { retry: () => this.send(), askKey: this.app.askKey });
      }
    } finally {
      loading.end();
      if (this.running === running) this.running = null;
    }
  }

  // --- what comes back ---

  #report(data) {
    const { report, record_id: recordId, recorded } = data;
    if (!isReport(report)) throw new ApiError("malformed");
    const unrecorded = this.app.offers.ledger && !recorded;
    const view = showReport(this.result, report, {
      heading: "Result",
      buttons: reportButtons(report, recorded ? recordId : null),
      before: unrecorded ? h("p", { class: "warning" }, "The ledger did not take this check: there is no record of it.") : null,
    });
    this.#arrive(view, report);
  }

  #outcome(data) {
    const view = showOutcome(this.result, data, reportButtons);
    this.#arrive(view, view.report);
  }

  #arrive(view, report) {
    const status = view.node.querySelector(".status");
    reveal(view.node, "start");
    status.focus({ preventScroll: true });
    if (report) announce(`${status.textContent.trim()}. ${plural(report.verdicts.length, "claim")}.`);
  }

  // --- the form ---

  #asks() {
    return document.querySelector("input[name=check-what]:checked").value === "question";
  }

  #choose(what) {
    for (const radio of document.getElementsByName("check-what")) radio.checked = radio.value === what;
    this.#mode();
  }

  #mode() {
    const asks = this.#asks();
    byId("answer-fields").hidden = asks;
    byId("passage-fields").hidden = asks;
    byId("policy-field").hidden = asks;
    byId("question-optional").hidden = asks;
    byId("send").textContent = asks ? "Ask" : "Check";
    this.#say("");
  }

  #questionBody() {
    const question = byId("question").value;
    if (!question.trim()) return this.#missing("question", "Enter a question first.");
    return JSON.stringify({ question });
  }

  #answerBody() {
    const answer = byId("answer").value;
    if (!answer.trim()) return this.#missing("answer", "Enter an answer first.");
    const question = byId("question").value;
    let passages;
    try {
      passages = this.passages.text();
    } catch (error) {
      return this.#missing("passages-json", `The passages are not JSON: ${error.message}`);
    }
    const rest = JSON.stringify(this.#with({ answer, ...(question.trim() ? { question } : {}) }));
    return `${rest.slice(0, -1)},"passages":${passages}}`;
  }

  #with(body) {
    const policy = byId("policy").value;
    return policy ? { ...body, policy } : body;
  }

  #missing(id, words) {
    byId(id).focus();
    this.#say(words);
    return null;
  }

  #say(words) {
    byId("form-note").textContent = words;
  }

  #clear() {
    for (const id of ["answer", "question"]) byId(id).value = "";
    this.passages.clear();
    this.#say("");
    byId(this.#asks() ? "question" : "answer").focus();
  }

  // --- files ---

  #files() {
    const pick = (button, input, take) => {
      byId(button).addEventListener("click", () => byId(input).click());
      byId(input).addEventListener("change", async (event) => {
        const files = [...event.target.files];
        event.target.value = "";
        await this.#take(files, take);
      });
    };
    pick("answer-load", "answer-file", "answer");
    pick("passages-load", "passages-file", "passages");
    dropZone(byId("answer-fields"), (files) => this.#take(files, "answer"));
    dropZone(byId("passage-fields"), (files) => this.#take(files, "passages"));
    // A file dropped beside a field must not take the browser away from the page.
    dropZone(document.body, (files) => this.#take(files, "passages"));
  }

  /** Put what files hold where it belongs; `where` is for plain texts. */
  async #take(files, where) {
    try {
      const taken = [];
      for (const file of files) {
        const content = await contentOf(file);
        if (content.kind === "report") return void this.#openFile(content.report, file.name);
        if (content.kind === "request") this.fill(content.request);
        else if (content.kind === "text" && where === "answer") byId("answer").value = content.text;
        else if (content.kind === "text") taken.push({ id: content.name, text: content.text, source: content.file });
        else if (Array.isArray(content.items)) taken.push(...content.items);
        else this.passages.set(content.items);
      }
      if (taken.length) this.passages.append(taken);
      this.#say(`Loaded ${files.map((file) => file.name).join(", ")}.`);
    } catch (error) {
      if (!(error instanceof FileError || error instanceof SyntaxError)) throw error;
      this.#say(error.message);
    }
    return undefined;
  }

  #openFile(report, name) {
    location.hash = "#check";
    const view = showReport(this.result, report, {
      heading: name,
      before: h("p", { class: "warning" }, "This report was opened from a file; this service has not checked it."),
    });
    this.#arrive(view, report);
  }
}

/** The outcome of a question; `say` is told every step on the way. */
async function outcomeOf(body, signal, say) {
  for await (const [name, data] of events("/v1/ask", body, { signal })) {
    if (name === "progress") say(`${data.message} `);
    if (name === "outcome") return data;
  }
  throw new ApiError("broken");
}
