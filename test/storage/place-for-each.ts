import { afterAll, afterEach, beforeAll } from 'vitest';
import type { BackEnd, TestPlace } from './back-ends.js';

/** One place for all tests of a `describe`, empty for each: a database of its own for each test takes far longer. */
export function placeForEach(backEnd: BackEnd): () => TestPlace {
	let place: TestPlace | undefined;
	beforeAll(async () => {
		place = await backEnd.makePlace();
	});
	afterEach(() => place?.clear());
	afterAll(() => place?.remove());
	return () => {
		if (place === undefined) throw new Error('There is a place within tests only');
		return place;
	};
}
