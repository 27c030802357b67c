import { Stryker } from '@stryker-mutator/core';

// Imported here, so that packages are resolved from this folder.

/** @param options Stryker's options, except its test runner */
export async function findMutants({ plugins, ...options }) {
	const runner = import.meta.resolve('@stryker-mutator/vitest-runner');
	return await new Stryker({
		...options,
		testRunner: 'vitest',
		plugins: [runner, ...plugins],
	}).runMutationTest();
}
