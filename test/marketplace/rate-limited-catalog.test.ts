import { expect, it } from 'vitest';
import type { Catalog } from '../../src/marketplace/catalog.js';
import { createLimitedCatalog } from '../../src/marketplace/rate-limited-catalog.js';
import { itemSchema } from '../../src/marketplace/schemas.js';
import { sampleItem } from './samples.js';

const item = itemSchema.parse(sampleItem);
const memberId = '100000000000000001';

function setUp(state: ReturnType<Catalog['snapshot']>['state'], retryAt?: number) {
	const taken: string[] = [];
	const catalog = {
		snapshot: () => ({ items: [], state }),
		get: (id: number) => (id === item.id ? item : undefined),
		find: async () => ({ ok: true, value: item }) as const,
	} satisfies Partial<Catalog>;
	const limited = createLimitedCatalog(catalog as unknown as Catalog, {
		async take(kind, key) {
			taken.push(`${kind} ${key}`);
			return retryAt;
		},
	});
	return { limited, taken };
}

it.each(['loading', 'stale'] as const)(
	'counts an item that is asked for while the list is %s',
	async (state) => {
		const { limited, taken } = setUp(state);
		expect(await limited.find(7, memberId)).toEqual({ ok: true, value: item });
		expect(taken).toEqual([`item ${memberId}`]);
	},
);

it('refuses it with the time to ask again where the member has asked for too many', async () => {
	const { limited } = setUp('stale', 1_234);
	expect(await limited.find(7, memberId)).toEqual({
		ok: false,
		failure: { kind: 'rate-limited', retryAt: 1_234 },
	});
});

it.each([
	['ready', 7],
	['empty', 7],
	['stale', item.id],
] as const)('counts nothing where memory has the answer: list %s, item %d', async (state, id) => {
	const { limited, taken } = setUp(state, 1_234);
	expect(await limited.find(id, memberId)).toEqual({ ok: true, value: item });
	expect(taken).toEqual([]);
});
