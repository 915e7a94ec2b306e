/** Where things lie in the kernel's memory, in bytes, and the numbers that stand for something: tools/line-kernel compiles the kernel with them. */

/** 32-bit integers. */
export const AT = 0;
export const COUNT = 4;
export const STOP = 8;
export const MARK_COUNT = 12;
export const MARK_AT = 16;
export const STRUCTURED = 20;
export const SITE = 24;
export const NEWLINE_AT = 28;
export const LINE_END = 32;
export const BODY_START = 36;
export const SEVERITY = 40;
export const ROW_COUNT = 44;
export const BLOCK_LINES = 68;
/** 64-bit floating point numbers. */
export const TIME = 48;
export const STAMP = 56;
/** What the lines taken have in common, 64-bit floating point numbers (`RunSpan`). */
export const SPAN = 80;
/** Origins of others, each with its length and the groups of keywords that tell something in its lines (32 bits), whether they do so anywhere and whether a pid follows, whichever (a byte each), and its bytes. */
export const NEIGHBOURS = 0x6a_4000;
export const MOST_NEIGHBOURS = 16;
export const NEIGHBOUR_SIZE = 256;
export const NEIGHBOUR_WORDS = 4;
export const NEIGHBOUR_ANYWHERE = 8;
export const NEIGHBOUR_ANY_PID = 9;
export const NEIGHBOUR_BYTES = 16;
/** A table of words that tell something, by their first four bytes: these and the number of their last word + 1, 32 bits each, where their hash says or in the next place that is free. */
export const KEYWORD_SLOTS = 0x6a_8000;
export const KEYWORD_SLOT_BITS = 12;
/** Such words: length, group, the number of a further one + 1 (32 bits each), bytes. */
export const KEYWORDS = 0x6b_0000;
export const MOST_KEYWORDS = 1024;
export const KEYWORD_SIZE = 64;
export const KEYWORD_GROUP = 4;
export const KEYWORD_FURTHER = 8;
export const KEYWORD_BYTES = 16;
/** The group of words with which a line begins that others may go on with, and those that are left for others. */
export const TROUBLE = 0x4000_0000;
export const MOST_KEYWORD_GROUPS = 30;
/** Texts that a line must repeat. */
export const STAMP_TEXT = 1024;
export const AFTER_TEXT = 1536;
export const DATE_TEXT = 2048;
export const PID_TEXT = 2064;
/** Columns of the lines taken. */
export const TIMES = 4096;
export const STAMPS = 6144;
export const KINDS = 8192;
/** The kind of a line of somebody else. */
export const KIND_OTHER = 3;
/** The bit of a line with a flag. */
export const KIND_FLAG = 4;
/** Lines that one run can tell of. */
export const BATCH = 256;
/** Lines read by a pattern: 48 integers each. */
export const ROWS = 0x36_0000;
export const ROW_WORDS = 48;
/** Words of a row: index in the run, number of the pattern, site, where line and body begin, where the body ends; then start and end of each value. */
export const ROW_INDEX = 0;
export const ROW_PATTERN = 1;
export const ROW_SITE = 2;
export const ROW_LINE = 3;
export const ROW_BODY = 4;
export const ROW_BODY_END = 5;
export const ROW_VALUES = 6;
/** The slot of a stated line with the same values; −1: there is none. */
export const ROW_STATED = 38;
/** Where the pattern stands, for the kernel. */
export const ROW_PLACE = 39;
/** The value of 64 hexadecimal digits, two a byte. */
export const ROW_DIGITS = 40;
export const DIGITS_WORDS = 8;
/** So many stated lines are known at once. */
export const MOST_STATED = 8192;
/** Bytes of a pattern: severity, number of keys; words: epoch, number; then its texts. */
export const PATTERN_SEVERITY = 0;
export const PATTERN_KEYS = 1;
export const PATTERN_EPOCH = 4;
/** The epoch of a pattern that counts in each. */
export const EVERY_EPOCH = 0;
export const PATTERN_NUMBER = 8;
/** The key + 1 of the first value by which it is known what a line states, and the key of the last one; 0: it is not known by its values. */
export const PATTERN_STATED = 12;
export const PATTERN_STATED_LAST = 13;
/** In place of that key: all lines state the same. */
export const STATED_ALWAYS = 255;
/** The key + 1 of the value between that is left out; 0: none. */
export const PATTERN_LEFT_OUT = 14;
/** What a line is that states what is known (`AGAIN_…`). */
export const PATTERN_AGAIN = 15;
/** Groups of words of which its lines hold none. */
export const PATTERN_WORDS = 16;
export const PATTERN_TEXTS = 24;
/** Room for the fields of a journal entry. */
export const ENTRY = 0x4000;
export const ENTRY_SIZE = 0x4000;
export const INPUT = 0x40_0000;
/** So many bytes can be given at once; behind them lies what searches may read beyond. */
export const INPUT_SIZE = 0x20_0000;

/** Room for bytes from elsewhere. */
export const ASIDE = 0x6a_0000;
export const ASIDE_SIZE = 4096;

/** What a line is that states what is known: a row still, nothing, a line with a flag, a row with a flag. */
export const AGAIN_ROW = 0;
export const AGAIN_NOTHING = 1;
export const AGAIN_FLAG = 2;
export const AGAIN_FLAGGED_ROW = 3;

/** How a value ends (`ValueForm`). */
export const FORM_QUOTED = 0;
export const FORM_WORD = 1;
export const FORM_JSON = 2;
export const FORM_BRACKET = 3;
export const FORM_TEXT = 4;
export const FORM_END = 5;
export const FORM_DIGITS = 6;

/** What a field of an entry is. */
export const FIELD_OTHER = 0;
export const FIELD_TIME = 1;
export const FIELD_MESSAGE = 2;
export const FIELD_TEXT = 3;
export const FIELD_END = 4;
export const FIELD_ISO = 5;
export const FIELD_LINE = 6;

/** Why a run ended. */
export const STOP_KNOWN = 2;
export const STOP_FULL = 3;
