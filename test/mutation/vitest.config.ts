import { defineConfig } from 'vitest/config';
import { keptThread } from './kept-thread.js';
import { rooms, slowTests } from './rooms.js';

// What hangs because of a mutant ends here, long before Stryker would end the whole process.
const patience = { testTimeout: 10_000, hookTimeout: 10_000, expect: { poll: { timeout: 8_000 } } };

export default defineConfig({
	plugins: [
		{
			name: 'kept-thread',
			configureVitest({ project }) {
				// Here, since Stryker would have threads of Vitest's own.
				project.config.pool = 'kept-thread';
				project.config.poolRunner = { name: 'kept-thread', createPoolWorker: keptThread };
			},
		},
	],
	test: {
		...patience,
		include: rooms.map((room) => `test/${room}/**/*.test.ts`),
		exclude: [...slowTests],
		isolate: false,
	},
});
