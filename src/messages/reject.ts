/**
 * The quick no: most records of a large log cannot give a fact, and their bytes say so before they are made into text.
 * Never wrong in one direction: what is rejected has no fact. (What is let through may have none either.)
 */
import { ReadRecord } from '../journal/readRecord.ts';
import type { LogRecord } from '../journal/record.ts';
import { CATALOGUE } from './catalogue/index.ts';
import { parseTemplate } from './template.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const TABLE_BITS = 14;

/** Hashes of structured messages that give facts: one bit each. */
const structuredMessages = new Uint8Array(1 << TABLE_BITS);
/** So many bytes of a printf message are looked at; rows with a shorter literal beginning count with their file. */
const START = 8;
/** Hashes of the beginnings of printf messages that give facts. */
const printfStarts = new Uint8Array(1 << TABLE_BITS);
/** Source files that write printf messages without a literal beginning. */
const freeFiles = new Set<string>();

for (const row of CATALOGUE) {
  if (row.facts === undefined) continue;
  if (row.form === 'structured') structuredMessages[slot(hashOf(row.template))] = 1;
  if (row.form !== 'unstructured') continue;
  const first = parseTemplate(row.template).literals[0] ?? '';
  if (first.length < START) freeFiles.add(row.file ?? '');
  else printfStarts[slot(hashOf(first.slice(0, START)))] = 1;
}

function hashOf(message: string): number {
  let hash = 0;
  for (let at = 0; at < message.length; at += 1) hash = (Math.imul(hash, 31) + message.charCodeAt(at)) | 0;
  return hash;
}

function slot(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> (32 - TABLE_BITS));
}

/** True when the record cannot give a fact. Records that are text already, or have no klog header, are never rejected. */
export function givesNoFact(record: LogRecord): boolean {
  if (!(record instanceof ReadRecord) || record.content !== undefined) return false;
  const { severity, bytes, bodyStart, bodyEnd } = record;
  if (severity === undefined || severity === 'F' || bodyEnd - bodyStart < START) return false;
  if (bytes[bodyStart] !== QUOTE) {
    let start = 0;
    for (let at = bodyStart; at < bodyStart + START; at += 1) start = (Math.imul(start, 31) + (bytes[at] ?? 0)) | 0;
    return printfStarts[slot(start)] === 0 && !freeFiles.has(record.caller.file);
  }
  let hash = 0;
  for (let at = bodyStart + 1; at < bodyEnd; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return structuredMessages[slot(hash)] === 0;
    // An escape, or text that is not ASCII: no message of the catalogue, but let the slow way decide.
    if (byte === BACKSLASH || byte > 0x7f) return false;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  return false;
}
