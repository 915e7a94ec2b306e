/**
 * Puts the modules of the page, as esbuild writes them, into one script: the extension has them already, and need not carry them a second time for its reports.
 * What the modules give away they do not change later, so that a copy of each binding does.
 */

/** `import{a as b}from"./name.js";`: what, and from where. */
const IMPORT = /\bimport\{([^{}"]{0,9999})\}from"\.\/([\w-]{1,99}\.js)";?/g;
/** `import"./name.js";`: what it gives away is not asked for. */
const IMPORT_ALONE = /\bimport"\.\/([\w-]{1,99}\.js)";?/g;
/** `import("./name.js")` */
const LATER = /\bimport\("\.\/([\w-]{1,99}\.js)"\)/g;
/** `export{a as b};`, at the end. */
const EXPORT = /\bexport\{([^{}"]{0,9999})\};?\s{0,9}$/;

/**
 * One script that runs the module `entry`.
 * @param modules texts by name, minified ES modules without a default export
 * @throws Error where a module is not there
 */
export function linkModules(entry: string, modules: ReadonlyMap<string, string>): string {
  const needed = new Set([entry]);
  const parts: string[] = [];
  for (const name of needed) {
    const source = modules.get(name);
    if (source === undefined) throw new Error(`the page has no module ${name}`);
    const body = source
      .replace(IMPORT, (_, bindings: string, from: string) => {
        needed.add(from);
        return `const{${pairs(bindings)}}=load("${from}");`;
      })
      .replace(IMPORT_ALONE, (_, from: string) => {
        needed.add(from);
        return `load("${from}");`;
      })
      .replace(LATER, (_, from: string) => {
        needed.add(from);
        return `Promise.resolve().then(()=>load("${from}"))`;
      })
      .replace(EXPORT, (_, bindings: string) => `return{${exported(bindings)}};`);
    parts.push(`${JSON.stringify(name)}(){${body}\n}`);
  }
  return `(()=>{"use strict";const modules={${parts.join(',')}},loaded={},load=(name)=>loaded[name]??=modules[name]()??{};load(${JSON.stringify(entry)});})();`;
}

/** `a as b,c` as the pattern of an object: `a:b,c`. */
function pairs(bindings: string): string {
  return bindings
    .split(',')
    .map((binding) => binding.trim().split(' as ').join(':'))
    .join(',');
}

/** `a as b,c` as the object that is given away: `b:a,c:c`. */
function exported(bindings: string): string {
  return bindings
    .split(',')
    .map((binding) => {
      const [own = '', name = own] = binding.trim().split(' as ');
      return `${name}:${own}`;
    })
    .join(',');
}
