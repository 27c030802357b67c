/**
 * Turns of the event loop. Nothing in these tests waits for a clock or a socket, so what hasn't happened by then never
 * will.
 */
const most = 1_000;

/** Runs everything that pending promises lead to. */
export function settled(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** Resolves once the condition holds. Rejects if it never will. */
export async function until(isSo: () => boolean): Promise<void> {
	for (let turn = 0; turn < most; turn += 1) {
		if (isSo()) return;
		await settled();
	}
	throw new Error(`It was not so after ${most} turns of the event loop`);
}
