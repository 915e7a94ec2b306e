/** The panel and the hover in Simplified Chinese, as the setting asks for it. */
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { isDepth } from '../support/effort.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const workbench = useWorkbench({
  open: basename(sampleLog),
  ownWindow: true, // the language is read once
  settings: { 'kubeletTimeline.language': 'zh-cn' },
});

it.runIf(isDepth)('explains a line in Chinese', async () => {
  await expect.poll(() => workbench().hover('FLAG: --address', 'FLAG')).toMatch(/在时间线中显示此刻/);
});

it.runIf(isDepth)('shows answer, findings and controls in Chinese', async () => {
  await workbench().runCommand('Kubelet: Show Timeline');
  const panel = workbench().timeline();
  await panel.getByRole('heading', { level: 1, name: 'PLEG 不健康约 2m10s，已恢复' }).waitFor();
  await panel.getByRole('button', { name: '以 Markdown 复制结论' }).waitFor();
  expect(await panel.locator('html').getAttribute('lang')).toBe('zh-CN');
  expect(await panel.locator('.answer-text').innerText()).toMatch(/可能的原因（置信度高）：容器运行时的列表调用卡住。/);
  await workbench().screenshot('language-1400');
  await workbench().page.setViewportSize({ width: 1000, height: 900 });
  await workbench().screenshot('language-500');
  await workbench().page.setViewportSize({ width: 1400, height: 900 });
});

it.runIf(isDepth)('tells in Chinese what it does, and what PLEG is', async () => {
  await workbench().openFile(basename(sampleLog));
  await workbench().runCommand('Kubelet: Copy Incident Report');
  await workbench().page.locator('.statusbar', { hasText: '故障报告已复制到剪贴板。' }).waitFor();
  await workbench().closeAll(); // a timeline in the back is a page as well
  await workbench().runCommand('Kubelet: What Is PLEG?');
  await workbench().page.locator('.tab.active', { hasText: '什么是 PLEG？' }).waitFor();
  const page = workbench().timeline();
  await page.getByRole('heading', { name: '阈值' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await workbench().runCommand('View: Close Editor');
});
