// Minifies a bundled program once more. Used by build.mjs for what is packed.
import { minify } from 'terser';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Takes out what only a view of the whole program shows to be unused or used once, which esbuild does not look for: 4 % of a bundle. The same program gives the same bytes.
 * Its map is of the program before, so it goes.
 * @param {string} file a script of which what stands on its first level is its own: a CommonJS module, a worker or an ES module
 * @param {{ module?: boolean }} [options] `module`: it is an ES module
 * @throws {Error} if it cannot be read as JavaScript
 */
export async function tightenProgram(file, { module = false } = {}) {
  const { code } = await minify(readFileSync(file, 'utf8'), {
    ecma: 2020,
    module,
    // What V8 inlines is its own business. One kind of quotation marks, constants on one side as they come, and statements that stay statements pack in 2 kB less.
    compress: {
      toplevel: true,
      inline: false,
      reduce_funcs: false,
      passes: 2,
      lhs_constants: false,
      sequences: false,
      keep_fargs: false,
      // 0.5 kB: functions stand together; and no getter of ours does more than keep what it made.
      hoist_funs: true,
      pure_getters: true,
    },
    mangle: { toplevel: true },
    // eslint-disable-next-line typescript/no-unsafe-enum-assignment -- terser has this enum in its types alone
    format: { quote_style: 2 },
  });
  if (code === undefined) throw new Error(`${file}: nothing is left of it`);
  writeFileSync(file, code);
  rmSync(`${file}.map`, { force: true });
}
