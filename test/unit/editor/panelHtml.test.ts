import { describe, expect, it } from 'vitest';
import { createNonce, panelHtml, panelPolicy } from '../../../src/editor/panel/panelHtml.ts';

const options = {
  cspSource: 'https://*.vscode-cdn.net',
  nonce: 'abc123',
  styleNonce: 'def456',
  script: 'https://r/dist/webview.js',
  style: 'https://r/dist/webview.css',
  title: 'Timeline: kubelet.log',
  log: 'file:///var/log/kubelet.log',
};

describe('the policy', () => {
  it('forbids everything that is not named, and inline code above all', () => {
    const policy = panelPolicy(options);
    expect(policy.startsWith("default-src 'none';")).toBe(true);
    expect(policy).toContain("script-src 'nonce-abc123';");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|connect-src|\*(?!\.vscode-cdn)/);
  });

  it("does not let a style's nonce run a script", () => {
    expect(panelPolicy(options)).not.toMatch(/script-src[^;]*def456/);
    expect(panelHtml(options)).not.toMatch(/<meta[^>]+csp-nonce[^>]+abc123/);
  });

  it('stands in the page before anything else is loaded', () => {
    const html = panelHtml(options);
    expect(html.indexOf('Content-Security-Policy')).toBeGreaterThan(0);
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<link'));
  });
});

it('runs one script, with the nonce, and has no style attribute', () => {
  const html = panelHtml(options);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain('<script type="module" nonce="abc123" src="https://r/dist/webview.js"></script>');
  expect(html).not.toMatch(/\sstyle=|<style|javascript:|\son\w+=/);
});

it('takes a hostile file name for text', () => {
  const html = panelHtml({
    ...options,
    title: '</title><script>alert(1)</script>',
    log: 'file:///a"><script>x</script>',
  });
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain('&lt;/title&gt;&lt;script&gt;alert(1)');
  expect(html).toContain('file:///a&quot;&gt;&lt;script&gt;');
});

it('makes a new nonce each time, of characters that need no escaping', () => {
  const nonces = new Set(Array.from({ length: 50 }, createNonce));
  expect(nonces.size).toBe(50);
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{36}$/);
});
