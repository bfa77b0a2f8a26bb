// Search in the rules where there is no server: the ranking of referee/rulebook/search.py over the same index, which the
// server writes (`told`: its documents, words and weights). Used by the worker and in the file of rules to keep. What
// each step does and why is told there; a test compares the two.
"use strict";
const rulesSearch = (told) => {
  const { documents, index, letters, weights } = told;
  const WORD = /[\p{L}\p{N}_]+/gu;
  const known = Object.entries(index.words);
  const little = new Set(index.little);
  const phrased = index.worth.map(() => []);
  index.phrases.forEach(([, stems], at) => stems.forEach((stem) => phrased[stem].push(at)));

  const letter = (character) => {
    const small = character.toLowerCase()[0];
    return character.length > 1 ? character : letters[small] ?? small.normalize("NFD")[0];
  };
  /** The text in small base letters, one for each of its own (it is composed: NFC). */
  const fold = (text) => Array.from(text, letter).join("");
  const words = (text) => fold(text.normalize("NFC")).match(WORD) ?? [];

  const shared = (word, other) => {
    let at = 0;
    while (at < word.length && word[at] === other[at]) at += 1;
    return at;
  };

  /** Whether at most `most` slips make `other` of `word`. */
  const mistyped = (word, other, most) => {
    if (Math.abs(word.length - other.length) > most) return false;
    let before = [];
    let last = Array.from({ length: other.length + 1 }, (_none, at) => at);
    for (let row = 1; row <= word.length; row += 1) {
      const now = [row];
      for (let column = 1; column <= other.length; column += 1) {
        const wrong = word[row - 1] === other[column - 1] ? 0 : 1;
        let slips = Math.min(last[column] + 1, now[column - 1] + 1, last[column - 1] + wrong);
        if (row > 1 && word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1]) {
          slips = Math.min(slips, before[column - 2] + 1);
        }
        now.push(slips);
      }
      if (Math.min(...now) > most) return false;
      [before, last] = [last, now];
    }
    return last[other.length] <= most;
  };

  /** The stems that a word may be a form or the beginning of: stem -> how well it fits. */
  const fits = (word) => {
    const means = new Map();
    const own = Object.hasOwn(index.words, word) ? index.words[word] : undefined;
    for (const [other, stem] of known) {
      let fit = 0;
      if (other.startsWith(word)) fit = weights.begins + (1 - weights.begins) * word.length / other.length;
      else if (own === undefined && shared(word, other)
        >= Math.max(weights.shortest, Math.max(word.length, other.length) - weights.longestEnding)) fit = weights.like;
      if (fit > (means.get(stem) ?? 0)) means.set(stem, fit);
    }
    if (own !== undefined) means.set(own, 1);
    return means;
  };

  const slips = (word) => {
    const means = new Map();
    for (const [most, shortest, fit] of [[1, weights.shortest, weights.slip], [2, 2 * weights.shortest, weights.slips]]) {
      if (means.size || word.length < shortest) continue;
      for (const [other, stem] of known) {
        if (other[0] === word[0] && mistyped(word, other, most)) means.set(stem, fit);
      }
    }
    return means;
  };

  /** What a word means: [stem, the game where it does or "", how well it fits]. */
  const meaning = (word) => {
    let stems = fits(word);
    if (!stems.size) stems = slips(word);
    const means = new Map(Array.from(stems, ([stem, fit]) => [`${stem} `, [stem, "", fit]]));
    for (const [stem, fit] of stems) {
      for (const [other, game] of index.same[stem] ?? []) {
        const key = `${other} ${game}`;
        means.set(key, [other, game, Math.max(means.get(key)?.[2] ?? 0, fit * weights.same)]);
      }
    }
    return Array.from(means.values());
  };

  /** The books that a question names, with what that makes a hit of them worth, and the words that say nothing else. */
  const named = (asked) => {
    const books = {};
    const used = new Set();
    for (const [name, book, alone] of index.names) {
      if (!asked.some((_word, at) => name.every((word, after) => asked[at + after] === word))) continue;
      books[book] = Math.max(books[book] ?? 1, alone ? weights.named : weights.perhaps);
      if (alone) name.forEach((word) => used.add(word));
    }
    return [books, used];
  };

  const counting = (asked) => {
    const [, names] = named(asked);
    const telling = asked.filter((word) => !little.has(word));
    const rest = telling.filter((word) => !names.has(word));
    const left = rest.some((word) => fits(word).size) ? rest : telling;
    return [...new Set(left.length ? left : asked)];
  };

  /** What each meaning of a word is worth: no more than the word itself, if the rules say it. */
  const tells = (word, means) => {
    const own = Object.hasOwn(index.words, word) ? index.words[word] : undefined;
    const most = own !== undefined && index.says[own].length ? index.worth[own] : 1;
    return means.map(([stem, game, fit]) => [stem, game, fit * Math.min(index.worth[stem], most)]);
  };

  const raise = (values, key, value) => values.set(key, Math.max(values.get(key) ?? 0, value));

  /** What a word is worth to each document that says it, and to each phrase that asks with it. */
  const valuesOf = (worths) => {
    const said = new Map();
    const asking = new Map();
    for (const [stem, game, value] of worths) {
      const pairs = index.says[stem];
      for (let at = 0; at < pairs.length; at += 2) {
        if (!game || documents[pairs[at]].game === game) raise(said, pairs[at], value * pairs[at + 1]);
      }
      for (const phrase of phrased[stem]) {
        if (!game || documents[index.phrases[phrase][0]].game === game) raise(asking, phrase, value);
      }
    }
    return [said, asking];
  };

  /** What each document that was found is worth, and the stems that were looked for. */
  const scores = (query, near) => {
    const asked = words(query);
    const sought = new Set();
    const text = new Map();
    const overlap = new Map();
    let total = 0;
    for (const word of counting(asked)) {
      const worths = tells(word, meaning(word));
      worths.forEach(([stem]) => sought.add(stem));
      total += Math.max(0, ...worths.map(([, , value]) => value));
      const [said, asking] = valuesOf(worths);
      for (const [document, value] of said) text.set(document, (text.get(document) ?? 0) + value);
      for (const [phrase, value] of asking) overlap.set(phrase, (overlap.get(phrase) ?? 0) + value);
    }
    const likest = new Map();
    for (const [phrase, value] of overlap) {
      const [document, stems] = index.phrases[phrase];
      const whole = stems.reduce((sum, stem) => sum + index.worth[stem], 0);
      raise(likest, document, value / Math.sqrt(total * whole));
    }
    const [books] = named(asked);
    const worth = new Map(Array.from(text, ([place, value]) => {
      const one = documents[place];
      const score = (value / total + weights.phrase * (likest.get(place) ?? 0))
        * (books[one.book] ?? (one.extra && !near.includes(one.book) ? weights.extra : 1));
      return [place, score * (one.ruling ? weights.ruling : 1)];
    }));
    return [worth, sought];
  };

  /** Where the words with the stems `sought` stand in `text`: [start, end]. */
  const marks = (text, sought) => Array.from(fold(text).matchAll(WORD))
    .filter(([word]) => Object.hasOwn(index.words, word) && sought.has(index.words[word]))
    .map((match) => [match.index, match.index + match[0].length]);

  /** The books that a question names, or asks of with a word that only expansions and variants say. */
  const meant = (query) => {
    const asked = words(query);
    const books = new Set(Object.keys(named(asked)[0]));
    for (const word of counting(asked)) {
      let stems = fits(word);
      if (!stems.size) stems = slips(word);
      for (const stem of stems.keys()) {
        const saying = index.says[stem].filter((_part, at) => at % 2 === 0).map((place) => documents[place]);
        if (saying.every((one) => one.extra)) saying.forEach((one) => books.add(one.book));
      }
    }
    return books;
  };

  /** The places with a base game's first, and of the first few hardly any of expansions and variants not in `books`. */
  const apart = (places, books) => {
    const isStrange = (place) => documents[place].extra && !books.has(documents[place].book);
    const ahead = places.filter((place) => !isStrange(place)).slice(0, 1);
    for (const place of places) {
      if (ahead.length >= weights.first || ahead.includes(place)) continue;
      if (!isStrange(place) || ahead.filter(isStrange).length < weights.strangers) ahead.push(place);
    }
    return [...ahead, ...places.filter((place) => !ahead.includes(place))];
  };

  // What was found, best first: the document and the places in its text. Hits of the book that is asked for come before
  // all others, then those of the books `near`, without what stands there after a minus sign: it is not played.
  const find = (query, book = null, near = []) => {
    const id = fold(query.normalize("NFC").trim());
    const same = /^[a-z]{1,2}-[a-z0-9-]*$/.test(id) ? documents.filter((one) => one.id.toLowerCase().startsWith(id)) : [];
    if (same.length) {
      same.sort((one, other) => (other.id.toLowerCase() === id) - (one.id.toLowerCase() === id));
      return same.slice(0, told.most).map((document) => ({ document, marks: [] }));
    }
    const [worth, sought] = scores(query, [book, ...near]);
    const elsewhere = (place) => book !== null && documents[place].book !== book;
    const far = (place) => near.length > 0
      && (!near.includes(documents[place].book) || near.includes(`-${documents[place].id}`));
    const places = Array.from(worth.keys())
      .sort((one, other) => elsewhere(one) - elsewhere(other) || far(one) - far(other) || worth.get(other) - worth.get(one) || one - other);
    return (book === null && !near.length ? apart(places, meant(query)) : places)
      .slice(0, told.most)
      .map((place) => ({ document: documents[place], marks: marks(documents[place].text, sought) }));
  };

  const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

  const quoted = (text) => `"${escaped(text)}"`;

  /** A piece of `text` around the first of `places`, as HTML with those inside it marked. */
  const snippet = (text, places) => {
    const first = places[0]?.[0] ?? 0;
    const start = text.length <= told.snippet || first < told.snippet / 2
      ? 0 : text.lastIndexOf(" ", first - told.snippet / 3) + 1;
    const space = text.indexOf(" ", start + told.snippet);
    const end = text.length <= told.snippet || space < 0 ? text.length : space;
    let at = start;
    let html = start ? "… " : "";
    for (const [from, to] of places) {
      if (from < at || to > end) continue;
      html += `${escaped(text.slice(at, from))}<mark>${escaped(text.slice(from, to))}</mark>`;
      at = to;
    }
    return html + escaped(text.slice(at, end)) + (end < text.length ? " …" : "");
  };

  /** What was found for `query` as the HTML inside #hits; `link` tells where a document is read. */
  const list = (query, book, link, near) => {
    const rows = find(query, book, near).map(({ document, marks: places }) =>
      `<li><a class="hit" href=${quoted(link(document))}><span class="hit-title">${escaped(document.title)}</span>`
      + `<span class="hit-where">${escaped(document.shelf)} · ${escaped(document.id)}</span>`
      + `<span class="hit-snippet">${snippet(document.text, places)}</span></a></li>`);
    if (rows.length) return `<ol class="hits">${rows.join("")}</ol>`;
    return query ? `<p class="empty found">${escaped(told.nothing.replace("%(query)s", () => query))}</p>` : "";
  };

  return { find, list };
};
