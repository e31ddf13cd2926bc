/**
 * Finds names by words: which documents of a segment match a query, how well, and which segments can have such documents.
 * Misspelt words are looked for only in documents that have the other words, if these are few.
 */

import { Segment } from './segment';
import { scoreCandidates } from './scoring';
import { all, fieldSize, unite } from './documents';
import { lookUp, mayMatch, mayMatchAny } from './lookup';
import { findFuzzy } from './fuzzy';
import { visitElement, visitOf } from './postings';
import { alternativeOf, Element, fuzzyBytesFor, Interpretation, interpretationOf, rareElementOf, Words } from './program';
import { isAlone, keepBest, mayBeBest, TopK, writeLimits } from './top-k';

/**
 * Marks the names of a segment that match one of the interpretations and are marked in `within`, and unmarks all others. If there
 * are `scores`, writes how well each marked name fits, without its state; `current` is 1 for current names. If there is a `topK`,
 * only names that can be among the best get a score. Returns whether any name is marked.
 */
export function markWords(
  segment: Segment, words: Words, within: usize, bits: usize, scores: usize, current: u32, topK: usize,
): bool {
  const size = fieldSize(segment.documents);
  memory.fill(bits, 0, size);
  if (topK !== 0 && current !== 0) memory.fill(changetype<TopK>(topK).scored, 0, size);
  if (!mayMatchAny(words, segment)) return false;
  let isAny = false;
  let isCleared = false;
  for (let index: u32 = 0; index < words.count; index++) {
    const interpretation = interpretationOf(words, index);
    if (!mayMatch(interpretation, segment)) continue;
    if (isAlone(topK) && !mayBeBest(segment, interpretation, changetype<TopK>(topK))) continue;
    if (!lookUpAll(interpretation, segment, words)) continue;
    // Without scores, and if no words must be neighbours, names match if they have all words.
    const isRead = scores !== 0 || interpretation.count !== interpretation.elementCount;
    const hasLimits = topK !== 0 && writeLimits(segment, interpretation, words, changetype<TopK>(topK), current);
    let some = interpretation.within !== 0 ? interpretation.within : within;
    const hasBestAlone = hasLimits && isAlone(topK);
    if (hasBestAlone) {
      memory.copy(words.candidates, some, size);
      if (!keepBest(segment, interpretation, words)) continue;
      some = words.candidates;
    }
    if (!markCandidates(segment, interpretation, words, some, isRead && (!hasLimits || hasBestAlone))) continue;
    if (scores !== 0 && !isCleared) memory.fill(scores, 0, 2 * <usize>segment.documents);
    isCleared = true;
    if (!isRead || (hasLimits && !hasBestAlone)) {
      unite(segment, bits, words.candidates);
      isAny = true;
      if (!hasLimits || !keepBest(segment, interpretation, words)) continue;
    }
    if (scoreCandidates(segment, interpretation, words, bits, scores, current, topK)) isAny = true;
  }
  return isAny;
}

/**
 * Whether a segment may have names with the words of an interpretation: this takes less time than to read the facts of its
 * documents, and few segments have a word with mistakes. If only the best names are wanted, these must be able to be among them.
 */
export function mayHaveWords(segment: Segment, words: Words, topK: usize): bool {
  if (!mayMatchAny(words, segment)) return false;
  for (let index: u32 = 0; index < words.count; index++) {
    const interpretation = interpretationOf(words, index);
    if (!mayMatch(interpretation, segment)) continue;
    if (isAlone(topK) && !mayBeBest(segment, interpretation, changetype<TopK>(topK))) continue;
    if (lookUpAll(interpretation, segment, words)) return true;
  }
  return false;
}

/** Misspelt words are looked for only in some documents if these are fewer by so many times than all. */
const fewerTimes: u32 = 4;
/** An element that is in so few documents is rare enough to be looked up first. */
const veryFew: u32 = 4;

/**
 * Looks the numbers of all elements up, the rarest first. Returns whether a document may have all. Of an element with mistakes,
 * the numbers of words are left out that only documents without the other elements have.
 */
function lookUpAll(interpretation: Interpretation, segment: Segment, words: Words): bool {
  let left: u32 = 0;
  for (let index: u32 = 0; index < interpretation.elementCount; index++) {
    const element = rareElementOf(interpretation, index);
    // This takes far less time.
    if (element.fuzzy !== 0) left++;
    else if (!lookUp(element, segment)) return false;
  }
  return left === 0 || lookUpAllFuzzy(interpretation, segment, words, left);
}

function lookUpAllFuzzy(interpretation: Interpretation, segment: Segment, words: Words, left: u32): bool {
  let documents = segment.documents;
  all(segment, words.candidates);
  if (left < interpretation.elementCount)
    for (let index: u32 = 0; index < interpretation.elementCount && documents !== 0; index++) {
      const element = rareElementOf(interpretation, index);
      if (element.fuzzy === 0) documents = keepElement(segment, element, words, documents);
    }
  for (let index: u32 = 0; index < interpretation.elementCount && documents !== 0; index++) {
    const element = rareElementOf(interpretation, index);
    if (element.fuzzy === 0) continue;
    const before = documents;
    const within = before * fewerTimes < segment.documents ? words.candidates : 0;
    const isAny = lookUpFuzzy(element, segment, words.states, within);
    if (isAny && --left === 0) return true;
    if (isAny) documents = keepElement(segment, element, words, documents);
    if (isAny && documents !== 0) continue;
    // It will be the first one in the next segment: misspelt words say little about how rare they are.
    if (before > veryFew) putFirst(interpretation, index);
    return false;
  }
  return false;
}

@inline
function putFirst(interpretation: Interpretation, index: u32): void {
  const rarest = load<u32>(interpretation.order);
  store<u32>(interpretation.order, load<u32>(interpretation.order + 4 * <usize>index));
  store<u32>(interpretation.order + 4 * <usize>index, rarest);
}

/** Keeps the candidates that have a word for an element. Returns their count; `count` is that before. */
function keepElement(segment: Segment, element: Element, words: Words, count: u32): u32 {
  const size = fieldSize(segment.documents);
  memory.fill(words.fitting, 0, size);
  visitElement(segment, element, visitOf(words, words.candidates, size, count, words.fitting, 0));
  let kept: u32 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const some = load<u64>(words.fitting + at);
    store<u64>(words.candidates + at, some);
    kept += <u32>popcnt(some);
  }
  return kept;
}

/** Room for two bits for each number. After it stands for which element and segment they are. */
export const fuzzyBytes: usize = 0x4000;

@unmanaged
export class Found {
  element: usize;
  segment: usize;
  isAny: u32;
}

/** A query with filters asks twice for a segment. In between another query may have used the memory. */
function lookUpFuzzy(element: Element, segment: Segment, states: usize, within: usize): bool {
  const found = changetype<Found>(element.fuzzy + fuzzyBytes);
  const at = changetype<usize>(segment);
  if (element.segment === at && found.segment === at && found.element === changetype<usize>(element)) return found.isAny !== 0;
  const hasExact = lookUp(element, segment);
  memory.fill(element.fuzzy, 0, fuzzyBytesFor(segment.vocabularySize));
  let isAny = false;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = alternativeOf(element, index);
    if (one.edits > 0 && findFuzzy(segment, one, states, within, element.fuzzy)) isAny = true;
  }
  found.element = changetype<usize>(element);
  found.segment = at;
  found.isAny = <u32>(hasExact || isAny);
  return hasExact || isAny;
}

/** So few names with the first words are read, and the other words are looked for in them. */
const few: u32 = 4;

/** Marks the names that have a word for each element; or only for some, if they are few and will be read. */
function markCandidates(segment: Segment, interpretation: Interpretation, words: Words, within: usize, isRead: bool): bool {
  const size = fieldSize(segment.documents);
  let count: u32 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const some = load<u64>(within + at);
    store<u64>(words.candidates + at, some);
    count += <u32>popcnt(some);
  }
  for (let turn: u32 = 0; turn < interpretation.elementCount && count !== 0; turn++) {
    count = keepElement(segment, rareElementOf(interpretation, turn), words, count);
    if (isRead && count <= few) break;
  }
  return count !== 0;
}

/**
 * Writes the bytes to read, then the segments that may match interpretations of words alone. Returns their count. As soon as the
 * bytes are more than `maxBytes` it stops, and writes about how many all segments would need.
 */
export function shortlistWords(directory: usize, segments: u32, words: Words, hasOthers: u32, maxBytes: u32, list: usize): u32 {
  let bytes: u32 = 0;
  let listed: u32 = 0;
  for (let number: u32 = 0; number < segments; number++) {
    const segment = changetype<Segment>(directory + number * offsetof<Segment>());
    let size = sizeOf(segment, words);
    if (hasOthers !== 0 && segment.others !== 0) size += sizeOf(changetype<Segment>(segment.others), words);
    if (size === 0) continue;
    bytes += size;
    store<u32>(list + 4 * ++listed, number);
    if (bytes > maxBytes) {
      bytes = <u32>min<u64>((<u64>bytes * segments) / (number + 1), 0xffffffff);
      break;
    }
  }
  store<u32>(list, bytes);
  return listed;
}

/** About as much text is read in the time that one word takes in a segment. */
const bytesPerWord: u32 = 4096;

/** About how many bytes could be read in the time that the interpretations need. */
function sizeOf(segment: Segment, words: Words): u32 {
  if (!mayMatchAny(words, segment)) return 0;
  let sum: u32 = 0;
  for (let index: u32 = 0; index < words.count; index++) {
    const interpretation = interpretationOf(words, index);
    // What it has besides words says where it can match.
    if (interpretation.isOrdered !== 0 && mayMatch(interpretation, segment)) sum += bytesPerWord * interpretation.elementCount;
  }
  return sum;
}
