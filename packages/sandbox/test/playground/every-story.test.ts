import { describe, expect, it } from 'vitest';
import { everyStory } from '../../src/playground/stories/every-story.js';

describe('the guided tasks', () => {
	it('have ids of their own, which fit into a link as they are', () => {
		const ids = everyStory.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.filter((id) => encodeURIComponent(id) !== id)).toEqual([]);
	});
});
