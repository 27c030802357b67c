import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		coverage: {
			provider: 'v8',
			// Every file counts, also one that no test has loaded.
			include: ['src/**/*.ts', 'commands/**/*.ts'],
			reporter: ['text'],
		},
		projects: [
			{
				test: {
					name: 'unit',
					include: ['test/**/*.test.ts'],
					exclude: ['test/e2e/**'],
				},
			},
			{
				test: {
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					// Each file starts its own bot process; more files at once than this starve a two-core machine.
					maxWorkers: 2,
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
