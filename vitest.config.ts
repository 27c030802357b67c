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
					// After the unit tests, and no more files at once: each starts a bot process of its own.
					sequence: { groupOrder: 1 },
					maxWorkers: 2,
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
