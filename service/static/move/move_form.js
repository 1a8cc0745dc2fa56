/* Making a move: ask for choices field by field, preview the finished command, confirm. */

import { Ghost } from "./preview.js";
import { run } from "../drawings/animations.js";
import { loadAgain } from "../core/partial_reload.js";
import { quoted, refusals } from "./refusals.js";
import { element, fill, newCommand, words } from "../core/i18n.js";

const asPicks = (values) => new URLSearchParams(values.map((value) => ["picks", value]));

/** Drives the panel `#chooser` for the seat that may act at the version the page shows. */
export class Chooser {
  #offers;
  #game = null;
  #picks = [];
  /** What the move was begun with by touching it: only what concerns it is on offer. */
  #touched = [];
  /** The index of a pick that was changed: those after it go where they do not go together with it. */
  #changed = Infinity;
  /** The actions that are not possible, which say why when they are asked. */
  #impossible = [];
  /** A question was gone back to: nothing that is usual is taken for it. */
  #reopened = false;
  #choice = null;
  /** What that choice was answered to: it is gone back to where the next answer does not come. */
  #shown = null;
  #narrow = null;
  #notice = [];
  #ticket = 0;
  /** What the move will look like, while it waits to be confirmed. */
  #ghost = new Ghost();

  constructor(offers) {
    this.#offers = offers;
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Show the panel for a page; picks made before are kept while they are still on offer. */
  show(game) {
    const same = this.#game?.api === game.api && this.#game?.seat === game.seat;
    if (!same || !this.#panel) this.#forget();
    if (!same) this.#choice = null;
    this.#game = { ...game };
    this.#ghost.clear();
    this.#offers.clear();
    this.#offers.touch([], () => {});
    this.#impossible = [];
    if (this.#notice.length) this.#showNotice();
    if (this.#panel) this.#ask().then(() => this.#askWhatCanBeTouched());
  }

  #forget() {
    this.#picks = [];
    this.#touched = [];
    this.#changed = Infinity;
    this.#reopened = false;
  }

  get #panel() {
    return document.getElementById("chooser");
  }

  /** Ask for the next choice; until it is there nothing can be picked, so that a double click picks once. */
  async #ask() {
    const ticket = ++this.#ticket;
    this.#ghost.clear();
    this.#offers.mark();
    this.#narrow = null;
    this.#panel.inert = true;
    try {
      const { answer, body } = await this.#choices();
      if (ticket !== this.#ticket || !this.#panel) return;
      if (answer.status === 429 || answer.status >= 500) this.#unanswered(body.detail);
      else if (!answer.ok && this.#letGo(body)) await this.#ask();
      else await this.#answered(answer, body);
    } catch {
      if (ticket === this.#ticket && this.#panel) this.#unanswered(words().offline);
    } finally {
      if (ticket === this.#ticket && this.#panel) this.#panel.inert = false;
    }
  }

  async #choices() {
    const query = asPicks(this.#picks.map((pick) => pick.value));
    for (const part of this.#touched) query.append("touched", part);
    return this.#get(this.#reopened ? "choices" : "ways", query);
  }

  /** What does not go together with what was changed or touched last goes; false: nothing does. */
  #letGo(problem) {
    if (problem.index === undefined && !problem.touched) return false;
    if (problem.index > this.#changed) this.#picks = this.#picks.slice(0, problem.index);
    else if (this.#changed < Infinity && this.#touched.length) this.#touched = [];
    else if (!this.#picks.length && this.#touched.length > 1) this.#touched = this.#touched.slice(-1);
    else return false;
    return true;
  }

  async #get(what, query) {
    query.set("seat", this.#game.seat);
    const answer = await fetch(`${this.#game.api}/${what}?${query}`, { headers: { Accept: "application/json" } });
    return { answer, body: await answer.json() };
  }

  /** What is shown stays, and nothing else is decided than that. */
  #unanswered(reason) {
    if (this.#choice?.version === Number(this.#game.version)) {
      [this.#picks, this.#touched, this.#reopened] = this.#shown;
      this.#changed = Infinity;
      this.#showChoice();
    }
    this.#note(element("p", {}, reason));
  }

  async #answered(answer, body) {
    if (answer.ok) await this.#decided(body);
    else if (this.#picks.length || this.#touched.length) this.#startAgain(words().kept);
    else this.#trouble(body);
  }

  #startAgain(reason) {
    this.#forget();
    this.#note(element("p", {}, reason));
    this.#ask();
  }

  /** The answer may know of a later version than the page does: then show that one first, which asks again. */
  async #decided(choice) {
    this.#choice = choice;
    if (choice.taken) this.#picks = choice.taken;
    this.#changed = Infinity;
    this.#shown = [this.#picks, this.#touched, this.#reopened];
    if (choice.version !== Number(this.#game.version)) await loadAgain();
    else this.#showChoice();
  }

  #showChoice() {
    if (this.#choice.command) this.#showPreview(this.#choice.preview);
    else this.#showOptions();
  }

  // ------------------------------------------------------------------------------------------------ Touching

  /** A request of its own, after the first options are shown: it takes longer than they do. */
  async #askWhatCanBeTouched() {
    const { api, version } = this.#game;
    try {
      const { answer, body } = await this.#get("touchable", new URLSearchParams());
      const still = this.#panel && this.#game.api === api && this.#game.version === version;
      if (!answer.ok || !still) return;
      this.#offers.touch(body.elements, (part) => this.#touch(part));
      this.#impossible = body.impossible;
      this.#showImpossible();
    } catch {
      /* Without it, moves begin with the action. */
    }
  }

  /** Begin with a part of the drawing, or go on with one more; what does not go together with it is forgotten. */
  async #touch(part) {
    if (this.#panel.inert) return;
    const [instead, ...others] = this.#insteadAt(part);
    if (instead && !others.length) return this.#step(...instead);
    this.#note();
    const before = this.#touched.filter((other) => other !== part);
    this.#forget();
    this.#touched = [...before, part];
    await this.#ask();
    this.#focus();
  }

  /** What can be taken instead, at a part of the drawing: the index of a pick, a value and its name. */
  #insteadAt(part) {
    return this.#picks.flatMap(({ value, among = [] }, index) =>
      among
        .filter((other) => other.value !== value && other.elements.includes(part))
        .map((other) => [index, other.value, other.value]),
    );
  }

  /** Below the actions that are possible those that are not, quietly. */
  #showImpossible() {
    const first = this.#choice?.options && !this.#picks.length && !this.#touched.length && !this.#narrow;
    if (!first || !this.#impossible.length || this.#panel.querySelector(".impossible")) return;
    const items = this.#impossible.map((option) =>
      element(
        "li",
        {},
        this.#button(option.label, "quiet", () => this.#why(option)),
      ),
    );
    const list = element("ul", { "aria-label": words().impossible }, ...items);
    this.#panel.append(
      element("div", { class: "impossible" }, element("p", { class: "soft small" }, words().impossible), list),
    );
  }

  async #why(option) {
    const reasons = await refusals(this.#game, `action:${option.value}`);
    this.#note(...reasons);
  }

  // ------------------------------------------------------------------------------------------------ Options

  #showOptions() {
    const { prompt, options, rule } = this.#choice;
    const listed = this.#narrow ? options.filter((option) => option.elements.includes(this.#narrow)) : options;
    const list = element(
      "ul",
      { class: "options", "aria-label": prompt },
      ...listed.map((option, index) => this.#item(option, index)),
    );
    const asked = element("p", { class: "prompt", id: "prompt", tabindex: "-1" }, prompt);
    const parts = [this.#breadcrumb(), element("div", { class: "asked" }, asked, this.#ruleLink(rule)), list];
    if (this.#narrow || this.#touched.length)
      parts.push(this.#button(words().allOptions, "quiet", () => this.#widen()));
    this.#fillPanel(parts);
    this.#showImpossible();
    this.#offers.show(
      options,
      (part, found) => (found.length === 1 ? this.#pick(found[0]) : this.#narrowTo(part)),
      (part, found) => this.#point(part, found),
    );
  }

  /** The way to the rule that a prompt is about. */
  #ruleLink(rule) {
    if (!rule) return "";
    const name = fill(words().rule, { rule });
    return element(
      "a",
      { class: "rule-link", href: `${this.#game.rules}#${rule}`, title: name, "aria-label": name },
      "?",
    );
  }

  #item(option, index) {
    const key = index < 9 ? element("span", { class: "key", "aria-hidden": "true" }, String(index + 1)) : "";
    const cost = option.cost ? element("span", { class: "cost" }, option.cost) : "";
    const button = element("button", { type: "button", "data-value": option.value }, key, option.label, " ", cost);
    button.addEventListener("click", () => this.#pick(option));
    for (const kind of ["mouseenter", "focus"]) button.addEventListener(kind, () => this.#offers.hint(option.elements));
    for (const kind of ["mouseleave", "blur"]) button.addEventListener(kind, () => this.#offers.hint([]));
    return element("li", {}, button);
  }

  #point(part, found) {
    this.#offers.hint(part ? [part] : []);
    const values = new Set(found.map((option) => option.value));
    for (const button of this.#panel.querySelectorAll(".options button"))
      button.classList.toggle("hinted", values.has(button.dataset.value));
  }

  #narrowTo(part) {
    this.#narrow = part;
    this.#showOptions();
    this.#panel.querySelector(".options button").focus();
  }

  #widen() {
    if (!this.#narrow) return this.#back(0);
    this.#narrow = null;
    this.#showOptions();
  }

  #pick(option) {
    if (this.#panel.inert) return;
    this.#note();
    this.#picks = [...this.#picks, { value: option.value, label: option.label, elements: option.elements }];
    this.#reopened = false;
    this.#ask().then(() => this.#focus());
  }

  #back(index) {
    this.#note();
    this.#picks = this.#picks.slice(0, index);
    this.#touched = [];
    this.#reopened = true;
    this.#ask().then(() => this.#focus());
  }

  #focus() {
    const target = this.#panel?.querySelector(".options button, button.primary");
    target?.focus({ preventScroll: true });
    const box = this.#panel?.getBoundingClientRect();
    if (box && (box.top > innerHeight - 60 || box.bottom < 0)) this.#panel.scrollIntoView({ block: "nearest" });
  }

  #breadcrumb(cancellable = true) {
    if (!this.#picks.length) return "";
    const steps = this.#picks.map((pick, index) => {
      const button = this.#button(pick.label, "", () => this.#back(index));
      button.title = words().changePick;
      if (!pick.fewer && !pick.more && !pick.among?.length) return element("li", {}, button);
      const asked = element("span", { class: "soft" }, pick.prompt);
      const among = this.#among(pick, index, button);
      const isNumber = pick.fewer || pick.more;
      return element("li", { class: "changeable" }, asked, ...(isNumber ? this.#stepper(pick, index, among) : among));
    });
    if (cancellable) steps.push(element("li", { class: "cancel" }, this.#cancel()));
    return element("ol", { class: "picks", "aria-label": words().picks }, ...steps);
  }

  /** The button that takes all picks back. */
  #cancel() {
    return this.#button(words().cancel, "quiet", () => this.#back(0));
  }

  /** What was picked where something is usual, among what can be taken instead; of other numbers the figure is enough. */
  #among(pick, index, picked) {
    picked.dataset.step = `${index} ${pick.value}`;
    picked.setAttribute("aria-current", "true");
    const others = (pick.among ?? []).map((other) => {
      if (other.value === pick.value) return picked;
      const short = pick.fewer || pick.more ? other.value : other.label;
      const button = this.#button(short, "other", () => this.#step(index, other.value, other.value));
      button.title = other.label;
      button.setAttribute("aria-label", other.label);
      button.dataset.step = `${index} ${other.value}`;
      return button;
    });
    return others.length ? others : [picked];
  }

  /** Numbers between what makes them less and more. */
  #stepper(pick, index, shown) {
    const step = (sign, value, name) => {
      const button = this.#button(sign, "step", () => this.#step(index, value, name));
      button.setAttribute("aria-label", fill(words()[name], { label: pick.prompt }));
      button.dataset.step = `${index} ${name}`;
      button.disabled = !value;
      return button;
    };
    return [step("−", pick.fewer, "fewer"), ...shown, step("+", pick.more, "oneMore")];
  }

  /** Take something else; what was touched or picked stays as far as it goes together with it. */
  async #step(index, value, name) {
    if (this.#panel.inert) return;
    this.#note();
    const before = this.#picks[index].elements;
    this.#picks = this.#picks.map((pick, at) => (at === index ? { value, label: value, elements: [] } : pick));
    this.#changed = index;
    this.#touched = this.#touched.filter((part) => !before.includes(part));
    this.#reopened = false;
    await this.#ask();
    this.#panel?.querySelector(`[data-step="${index} ${name}"]:enabled`)?.focus({ preventScroll: true });
  }

  // ------------------------------------------------------------------------------------------------ Preview and confirmation

  #showPreview(preview) {
    const ending = "ending" in this.#panel.dataset && !this.#picks.length;
    const buttons = [this.#confirming(ending ? words().endTurn : words().confirm, "primary", false)];
    if (preview.ending) buttons.push(this.#confirming(words().endToo, "", true));
    if (this.#picks.length) buttons.push(this.#cancel());
    const title = ending ? words().nothingLeft : words().preview;
    const said = preview.events.map((event) => element("li", {}, event.sentence));
    const more = preview.stopped ? element("p", { class: "soft small" }, words().more) : "";
    const box = element("div", { class: "preview" }, element("ul", {}, ...said), this.#changes(preview.changes), more);
    this.#fillPanel([
      this.#breadcrumb(false),
      element("p", { class: "prompt" }, title),
      box,
      element("div", { class: "buttons" }, ...buttons),
    ]);
    this.#offers.showPicked(this.#picks.flatMap((pick) => pick.elements));
    this.#ghost.tell(preview.changes);
    this.#foresee(this.#ticket);
  }

  /** A request of its own, after the move is told in words: drawing takes longer. */
  async #foresee(ticket) {
    const picks = asPicks(this.#picks.map((pick) => pick.value));
    try {
      const { answer, body } = await this.#get("foreseen", picks);
      const still = ticket === this.#ticket && String(body.version) === this.#game.version && this.#panel;
      if (!answer.ok || !still) return;
      this.#ghost.show(body.drawings, this.#game.seat);
      this.#offers.mark();
      run(body.motions);
    } catch {
      /* Without it, the move is told in words. */
    }
  }

  #changes(changes) {
    if (!changes.length) return "";
    const row = (change) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, fill(words().change, change)),
        element("td", { class: "count" }, String(change.before)),
        element("td", { class: "count change" }, `→ ${change.after}`),
        element(
          "td",
          { class: "count" },
          `${change.after > change.before ? "+" : "−"}${Math.abs(change.after - change.before)}`,
        ),
      );
    return element("table", {}, element("tbody", {}, ...changes.map(row)));
  }

  /** The button that makes the move, or ends the turn with it. */
  #confirming(label, kind, endsTurn) {
    const made = { command: newCommand(), picks: this.#picks.map((pick) => pick.value), endsTurn };
    return this.#button(label, kind, ({ currentTarget }) => this.#confirm(currentTarget, made));
  }

  async #confirm(button, made) {
    const disable = (disabled) => {
      for (const each of button.parentElement.children) each.disabled = disabled;
    };
    disable(true);
    let answer;
    try {
      answer = await this.#post(made);
    } catch {
      disable(false);
      this.#note(element("p", {}, words().offline));
      return;
    }
    this.#ghost.clear();
    if (answer.ok) {
      this.#forget();
      this.#note();
      await loadAgain();
      document.getElementById("status")?.focus({ preventScroll: true });
    } else if (answer.status === 412) await this.#stale(await answer.json());
    else this.#trouble(await answer.json());
  }

  #post({ command, picks, endsTurn }) {
    const headers = {
      "Content-Type": "application/json",
      Accept: "application/json",
      "If-Match": `"${this.#game.version}"`,
      "Idempotency-Key": command,
    };
    const body = { picks, seat: Number(this.#game.seat), ends_turn: endsTurn };
    return fetch(`${this.#game.api}/moves`, { method: "POST", headers, body: JSON.stringify(body) });
  }

  // ------------------------------------------------------------------------------------------------ What can go wrong

  /** The position changed under the player: tell what happened, then ask again from the new position. */
  async #stale(problem) {
    this.#forget();
    const happened = (problem.since ?? []).map((event) => element("li", {}, event.sentence));
    this.#note(element("p", {}, words().stale), element("ul", {}, ...happened));
    await loadAgain();
  }

  #trouble(problem) {
    const parts = [element("p", {}, problem.detail ?? problem.title ?? words().failed)];
    if (problem.rule) parts.push(quoted(this.#game.rules, problem));
    this.#fillPanel([this.#breadcrumb()]);
    this.#note(...parts);
    if (this.#picks.length)
      this.#panel.append(this.#button(words().back, "", () => this.#back(this.#picks.length - 1)));
  }

  /** Tell something beside the board, until the player does something else; nothing to tell takes the note away. */
  #note(...parts) {
    this.#notice = parts;
    this.#showNotice();
  }

  #showNotice() {
    const note = this.#notice.length ? [element("div", { class: "note wrong", role: "alert" }, ...this.#notice)] : [];
    document.getElementById("trouble").replaceChildren(...note);
  }

  // ------------------------------------------------------------------------------------------------ The panel

  #fillPanel(parts) {
    this.#panel.replaceChildren(...parts.filter((part) => part !== ""));
  }

  #button(label, kind, act) {
    const button = element("button", { type: "button", class: kind }, label);
    button.addEventListener("click", act);
    return button;
  }

  #onKey(event) {
    if (!this.#panel || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    if (event.key === "Escape" || event.key === "Backspace") this.#onBack(event);
    else if (/^[1-9]$/.test(event.key)) this.#panel.querySelectorAll(".options button")[Number(event.key) - 1]?.click();
  }

  #onBack(event) {
    if (!this.#picks.length && !this.#narrow && !this.#touched.length) return;
    event.preventDefault();
    if (this.#narrow || this.#touched.length) this.#widen();
    else this.#back(this.#picks.length - 1);
  }
}
