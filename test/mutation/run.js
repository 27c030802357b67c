import { Stryker } from '@stryker-mutator/core';

// Here, where the packages of this folder are found.

/** @param options Stryker's, but for its runner of tests */
export async function findMutants({ plugins, ...options }) {
	const runner = import.meta.resolve('@stryker-mutator/vitest-runner');
	return await new Stryker({
		...options,
		testRunner: 'vitest',
		plugins: [runner, ...plugins],
	}).runMutationTest();
}
