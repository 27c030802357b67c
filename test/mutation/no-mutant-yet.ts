import { inject } from 'vitest';

// In a kept thread, the previous run's mutant is still active, and a test file would be loaded with it: Stryker
// switches to the next mutant only when the tests begin.

declare module 'vitest' {
	interface ProvidedContext {
		/** The global in which Stryker keeps the active mutant. */
		readonly globalNamespace: string;
	}
}

const stryker: { activeMutant?: string | undefined } = Reflect.get(globalThis, inject('globalNamespace'));
stryker.activeMutant = undefined;
