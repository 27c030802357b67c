import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// What a list of ten thousand items would leave behind in an idle bot, and what V8 is told about it: docs/adr/0034 has
// the figures. A V8 that doesn't know one of the flags goes on as it would.

/**
 * V8 doubles the space for new objects when much of what was made lately is still in use, and seldom takes it back. While
 * `work` goes on it stays as large as it is.
 */
export async function holdYoungGeneration<T>(work: () => Promise<T>): Promise<T> {
	setFlagsFromString('--semi-space-growth-factor=1');
	try {
		return await work();
	} finally {
		// V8's own.
		setFlagsFromString('--semi-space-growth-factor=2');
	}
}

/**
 * Gives what frees new objects that nobody uses any more, in a millisecond or two: older objects are not looked at. Made
 * once, since it costs about as much as it does.
 */
export function youngGarbageCollector(): () => void {
	setFlagsFromString('--expose-gc');
	// A context has the function only if it is made while the flag is set.
	const found: unknown = runInNewContext('globalThis.gc');
	setFlagsFromString('--no-expose-gc');
	return typeof found === 'function' ? () => void found({ type: 'minor' }) : () => undefined;
}
