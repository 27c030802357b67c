import { inject } from 'vitest';

// A kept thread still has the mutant of the run before in force, and what a test file does while it is loaded would be
// done with that one: Stryker switches to the next mutant only when the tests begin.

declare module 'vitest' {
	interface ProvidedContext {
		/** Where Stryker keeps what it switches. */
		readonly globalNamespace: string;
	}
}

const stryker: { activeMutant?: string | undefined } = Reflect.get(globalThis, inject('globalNamespace'));
stryker.activeMutant = undefined;
