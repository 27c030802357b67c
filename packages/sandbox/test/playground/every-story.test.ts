import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everyStory } from '../../src/playground/stories/every-story.js';

describe('the guided tasks', () => {
	it('are listed in the package’s README, with their links', () => {
		const readme = readFileSync(`${import.meta.dirname}/../../README.md`, 'utf8');
		const rows = [...readme.matchAll(/^\| ([^|]+) \| `#story=([\w-]+)` \| ([^|]+) \|$/gm)];
		const listed = rows.map(([, title, id, lesson]) => ({ id, title, lesson }));
		expect(listed).toEqual(everyStory.map(({ id, title, lesson }) => ({ id, title, lesson })));
	});

	it('have ids of their own, which fit into a link as they are', () => {
		const ids = everyStory.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.filter((id) => encodeURIComponent(id) !== id)).toEqual([]);
	});
});
