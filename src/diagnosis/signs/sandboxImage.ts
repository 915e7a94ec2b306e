/** The image of the sandbox (pause), without which a node starts no pod. */
import { sandboxImageIn } from '../../messages/texts/sandboxImage.ts';
import { namedSteps } from '../tools/namedSteps.ts';
import { SANDBOX_IMAGE_SETTING } from '../words/runtimeWords.ts';
import type { Reason } from './reasons.ts';

const WHICH_ONE = ' (which one it is: `crictl info | grep -i -E "sandbox_?image"`)';

/** In containerd's and CRI-O's words, and in those of dockershim (docker_sandbox.go, ensureSandboxImageExists). */
export const SANDBOX_IMAGE: Reason = [
  [
    'sandbox image',
    'pause image',
    /failed pulling image \\{0,16}"/,
    /creating pod sandbox with name .{1,400}docker:\/\//s,
    /\bpause(?:-[a-z0-9]{1,10})?:/,
  ],
  'the image of the sandbox (pause) could not be had, and no pod starts without it',
  `Pull it by hand, which says why it cannot be had: \`crictl pull <image>\`${WHICH_ONE}. If its registry cannot be reached from here, import the image from a file, or set another one: ${SANDBOX_IMAGE_SETTING}.`,
];

/** What is to be done where it could not be had, with its name where one of these texts has it. */
export function sandboxImageSteps(texts: readonly string[]): readonly string[] {
  const image = texts.map(sandboxImageIn).find((name) => name !== undefined);
  return namedSteps([image === undefined ? SANDBOX_IMAGE[2] : SANDBOX_IMAGE[2].replace(WHICH_ONE, '')], { image });
}
