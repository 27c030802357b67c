import { describe, expect, it } from 'vitest';
import { usual } from '../states/foreign.js';
import { blank, hostile, long } from '../states/hostile-texts.js';
import { rooms, surfaces } from '../states/surfaces.js';
import { describeIn } from './in-language.js';
import { viewsInSource } from './views-in-source.js';

// languages.proof.test.ts covers the other languages.
describeIn('en', { hostile, long, blank });

describe('the catalog of states', () => {
	it('names each state of the walkthrough once', () => {
		const names = surfaces.flatMap(({ states }) => states.map(({ name }) => name));
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
	});

	it('includes every view and form', async () => {
		const shown = new Set(Object.values(rooms).flatMap((states) => states(usual).map(({ view }) => view)));
		const views = await viewsInSource();
		expect(views.size).toBeGreaterThan(80);
		expect([...views].filter(([, view]) => !shown.has(view)).map(([name]) => name)).toEqual([]);
	});
});
