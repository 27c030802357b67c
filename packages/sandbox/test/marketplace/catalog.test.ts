import { expect, it } from 'vitest';
import { catalogItems } from '../../src/marketplace/catalog-items.js';
import { generateItems } from '../../src/marketplace/generated-items.js';
import { ask, start } from './ask.js';

it('grows to any size with the same items each time, and shrinks too', async () => {
	expect(generateItems(500)).toEqual(generateItems(500));
	const many = (await start({ itemCount: 10_000 })).items;
	expect(new Set(many.map(({ id }) => id)).size).toBe(10_000);
	expect(many.slice(0, catalogItems.length)).toEqual(catalogItems);
	expect((await start({ itemCount: 3 })).items).toEqual(catalogItems.slice(0, 3));
});

it('can publish other items while it runs', async () => {
	const marketplace = await start({ itemCount: 2 });
	marketplace.setItems(catalogItems.slice(5, 6));
	const { body } = await ask(marketplace, '/api/items/all');
	expect(body).toMatchObject({ items: [{ id: catalogItems[5]?.id }] });
	expect(marketplace.addPurchase().item.id).toBe(catalogItems[5]?.id);
});

it('serves every file that its items point to', async () => {
	const marketplace = await start();
	// Two of each kind: drawing for them all takes seconds.
	marketplace.setItems(
		['picture', 'video', 'audio'].flatMap((kind) =>
			catalogItems.filter((item) => item.kind === kind).slice(0, 2),
		),
	);
	const { body } = await ask(marketplace, '/api/items/all');
	const links = JSON.stringify(body).match(/http:\/\/127\.0\.0\.1:\d+\/[^"]+/g) ?? [];
	const types = new Set<string | null>();
	for (const link of links) {
		const response = await fetch(link);
		expect([link, response.status]).toEqual([link, 200]);
		types.add(response.headers.get('content-type'));
		await response.arrayBuffer();
	}
	expect(types).toEqual(new Set(['image/png', 'video/mp4', 'audio/wav', 'text/plain; charset=utf-8']));
	expect((await ask(marketplace, '/media/999/thumbnail.png')).status).toBe(404);
	expect((await ask(marketplace, '/media/20114/../../etc/passwd')).status).toBe(404);
});
