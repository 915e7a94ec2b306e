/** What PLEG knows of a pod: the listing of the runtime and the inspected status (pkg/kubelet/container/runtime.go, `Pod` and `PodStatus`). */
import type { RuntimeContainerState } from '../kubelet/containerState.ts';
import type { Nanoseconds } from './nanoseconds.ts';

/** A container or sandbox in a listing. `type` is the runtime's name, part of the id when one is looked up. */
export interface ListedContainer {
  readonly id: string;
  readonly state: RuntimeContainerState;
  readonly type?: string;
}

/** A pod in a listing. */
export interface PlegPod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly containers: readonly ListedContainer[];
  readonly sandboxes: readonly ListedContainer[];
  /** When it was listed (read from 1.36 on). */
  readonly timestamp?: Nanoseconds;
}

export interface ContainerStatus {
  readonly id: string;
  readonly state: RuntimeContainerState;
  readonly exitCode: number;
}

export interface SandboxStatus {
  readonly id: string;
  readonly ready: boolean;
}

/** The inspected status of a pod. */
export interface PodStatus {
  readonly uid: string;
  readonly ips: readonly string[];
  readonly containers: readonly ContainerStatus[];
  readonly sandboxes: readonly SandboxStatus[];
  /** `TimeStamp`, which Evented PLEG compares. */
  readonly timestamp?: Nanoseconds;
}

/** A call that worked or failed. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: string };

export function succeeded<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function failed(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}

/** Something on which the real kubelet panics; the model stops there as well. */
export class KubeletPanic extends Error {
  override readonly name = 'KubeletPanic';
}
