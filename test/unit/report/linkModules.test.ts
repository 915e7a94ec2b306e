import { describe, expect, it } from 'vitest';
import { fillShell, scriptInElement } from '../../../src/report/fillShell.ts';
import { linkModules } from '../../../src/report/linkModules.ts';

/** What the linked script left in `seen`. */
async function run(modules: Record<string, string>): Promise<unknown[]> {
  const seen: unknown[] = [];
  // oxlint-disable-next-line typescript/no-implied-eval -- running it is what it is for
  const script = new Function('seen', linkModules('main.js', new Map(Object.entries(modules)))) as (
    seen: unknown[],
  ) => void;
  script(seen);
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  return seen;
}

describe('linked modules', () => {
  it('give each other what they export, each is run once, and what is loaded later comes later', async () => {
    expect(
      await run({
        'main.js':
          'import{a as x,c}from"./one-A.js";import{b}from"./two.js";import("./later.js").then(l=>seen.push(l.d));seen.push(x+b+c);',
        'one-A.js': 'var y=1;function c$(){}seen.push("one");export{y as a,y as c};\n',
        'two.js': 'import{a as q}from"./one-A.js";var b=q+10;export{b};\n',
        'later.js': 'import{b as z}from"./two.js";seen.push("later");export{z as d};\n',
      }),
    ).toEqual(['one', 13, 'later', 11]);
  });

  it('are run too where nothing of them is asked for', async () => {
    expect(
      await run({
        'main.js': 'import{a}from"./one.js";import"./two.js";seen.push(a);',
        'one.js': 'var a=1;export{a};',
        'two.js': 'var b=2;seen.push("two");export{b};',
      }),
    ).toEqual(['two', 1]);
  });

  it('are all there, or none', () => {
    expect(() => linkModules('main.js', new Map([['main.js', 'import{a}from"./gone.js";']]))).toThrow('gone.js');
  });
});

describe('the shell', () => {
  it('takes script and hash, whatever signs they hold', () => {
    const script = scriptInElement(`a='$&'&&"</script><!--"`);
    expect(script).toBe(`a='$&'&&"<\\/script><\\!--"`);
    const style = { text: "a{content:'&'}", hash: 'S=' };
    const shell = [
      'p <!--report:charts-hash--> <!--report:charts-style-hash-->;',
      "s='<!--report:charts-style--> <!--report:charts-script-->'",
    ].join(' ');
    expect(fillShell(shell, { text: script, hash: 'H=' }, style)).toBe(
      `p 'sha256-H=' 'sha256-S='; s='a{content:&#39;&amp;&#39;} a=&#39;$&amp;&#39;&amp;&amp;"<\\/script><\\!--"'`,
    );
    expect(() => fillShell('nothing', { text: 'a', hash: 'b' }, style)).toThrow('no place');
  });
});
