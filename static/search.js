// Search in the rules where there is no server: by the beginning of a word, without minding accents or ł. Used by the
// worker and inside the file of rules to keep. `letters` are those that do not come apart into a base letter and a mark.
"use strict";
const rulesSearch = (letters) => {
  const letter = (character) => {
    const small = character.toLowerCase()[0];
    return character.length > 1 ? character : letters[small] ?? small.normalize("NFD")[0];
  };
  /** The text in small base letters, one for each of its own (it is composed: NFC). */
  const fold = (text) => Array.from(text, letter).join("");
  const WORD = /[\p{L}\p{N}_]+/gu;
  /** The folded words of what somebody typed. */
  const words = (query) => fold(query.normalize("NFC")).match(WORD) ?? [];
  /** Where a word of `text` begins with the folded `word`: [start, end, how well it fits up to 1]. */
  const places = (text, word) => Array.from(fold(text).matchAll(WORD))
    .filter(([found]) => found.startsWith(word))
    .map((match) => [match.index, match.index + match[0].length, word.length / match[0].length]);
  /** What was found among documents {id, title, text}, best first: the document and the places in its text. */
  const find = (documents, query, most) => {
    const wanted = words(query);
    if (!wanted.length) return [];
    const id = query.trim().toLowerCase();
    const named = /^[a-z]{1,2}-/.test(id) ? documents.filter((one) => one.id.toLowerCase().startsWith(id)) : [];
    if (named.length) {
      named.sort((one, other) => (other.id.toLowerCase() === id) - (one.id.toLowerCase() === id));
      return named.slice(0, most).map((document) => ({ document, marks: [] }));
    }
    const found = documents.map((document) => {
      let matched = 0;
      let worth = 0;
      const marks = [];
      for (const word of wanted) {
        const inText = places(document.text, word);
        const inTitle = places(document.title, word);
        if (inText.length || inTitle.length) matched += 1;
        worth += Math.max(0, ...inText.map(([, , fit]) => fit)) + Math.max(0, ...inTitle.map(([, , fit]) => fit));
        worth += Math.min(0.4, 12 * inText.length / (document.text.length + 1));
        marks.push(...inText.map(([start, end]) => [start, end]));
      }
      return { document, matched, worth, marks: marks.sort((one, other) => one[0] - other[0]) };
    });
    return found.filter((one) => one.matched)
      .sort((one, other) => other.matched - one.matched || other.worth - one.worth)
      .slice(0, most);
  };
  return { words, places, find };
};
