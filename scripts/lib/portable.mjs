// What is known to work on Linux only, and how it is told in a text. Used by check-portable.mjs.

/** @typedef {{ pattern: RegExp, why: string }} Trap */

/** In TypeScript and JavaScript. @type {readonly Trap[]} */
const IN_CODE = [
  {
    pattern: /\b(?:spawn|spawnSync|execFile|execFileSync|run|must)\(\s*['"](?:npm|npx|code)['"]/,
    why: 'npm, npx and code are batch files on Windows, which only a shell starts: use runNpm of scripts/lib/run.mjs',
  },
  {
    pattern: /node_modules\/\.bin\//,
    why: 'on Windows .bin holds batch files: run the script of the package with process.execPath',
  },
  { pattern: /['"`]\/dev\/(?:null|stdin|stdout|stderr|fd)\b/, why: 'Windows has no /dev' },
  { pattern: /['"`]\/tmp\//, why: 'use os.tmpdir()' },
  {
    pattern: /(?:spawn|spawnSync|execFile|execFileSync|run)\(\s*['"](?:bash|sh|rm|cp|mv|mkdir|cat|grep|chmod)['"]/,
    why: 'Windows has no such program',
  },
  { pattern: /\.kill\(-|process\.kill\(-/, why: 'Windows has no process groups' },
  {
    pattern: /(?:\.on|\.once|\.kill)\((?:\w+, )?['"]SIG(?:USR1|USR2|STOP|CONT|QUIT|WINCH)['"]/,
    why: 'Windows has no such signal',
  },
  {
    pattern: /import\.meta\.url\)?\.pathname/,
    why: 'a path of Windows has no leading slash: use import.meta.dirname or fileURLToPath',
  },
  { pattern: /process\.env(?:\.HOME\b|\['HOME'\])(?! \?\?)/, why: 'Windows has no HOME: use os.homedir()' },
];

/** In the scripts of a manifest, which a shell of the system runs. @type {readonly Trap[]} */
const IN_SCRIPTS = [
  { pattern: /^\w+=\S/, why: 'Windows sets no variable before a program' },
  { pattern: /(?:^|&& |; )(?:rm|cp|mv|mkdir|cat|export|bash|sh|chmod) /, why: 'Windows has no such program' },
  { pattern: /'/, why: "Windows' shell takes ' for a letter" },
  { pattern: /\.sh\b/, why: 'Windows runs no shell script' },
];

/** A line that is right as it is says so, with the reason, in a comment at its end or on the line before it. */
const EXCUSED = /\/\/ portable: \S/;

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} `file:line: why`
 */
export function trapsIn(file, text) {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    if (/^\s*(?:\/\/|\*|\/\*)/.test(line) || EXCUSED.test(line) || EXCUSED.test(lines[index - 1] ?? '')) return [];
    // A call and its first argument may stand on two lines.
    const call = line.endsWith('(') ? line + (lines[index + 1] ?? '').trim() : line;
    return IN_CODE.filter(({ pattern }) => pattern.test(call)).map(({ why }) => `${file}:${index + 1}: ${why}`);
  });
}

/**
 * @param {Readonly<Record<string, string>>} scripts of package.json
 * @returns {string[]}
 */
export function trapsInScripts(scripts) {
  return Object.entries(scripts).flatMap(([name, line]) =>
    IN_SCRIPTS.filter(({ pattern }) => pattern.test(line)).map(({ why }) => `package.json: scripts.${name}: ${why}`),
  );
}
