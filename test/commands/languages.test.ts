import { describe, expect, it } from 'vitest';
import { account } from '../../commands/account/account.js';
import { itemFailureView } from '../../commands/items/find.js';
import { item, itemView, sharedItemView } from '../../commands/items/item.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { ephemeral, forEveryone } from '../../src/ui/message.js';
import { refusalView } from '../../src/ui/refusal.js';
import { askCommand } from '../discord/interactions/asking.js';
import { sampleItem } from '../states/items/sample-items.js';
import { FakeCatalogue } from './items/fake-catalogue.js';
import { itemServices } from './items/fake-items.js';

const german = translatorFor('de');
const french = translatorFor('fr');
const between = { locale: 'de', guildLocale: 'fr' };
const aurora = sampleItem();

function look(options: Readonly<Record<string, string | boolean>>) {
	return askCommand(item, itemServices(new FakeCatalogue([aurora])), { ...between, options });
}

describe('a command of a German in a French server', () => {
	it('answers in German what they alone see', async () => {
		expect((await look({ id: '1001' })).at(-1)).toEqual(['edit', itemView(german, { item: aurora, now: 0 })]);
		expect((await look({ id: '99' })).at(-1)).toEqual([
			'edit',
			itemFailureView(german, { kind: 'item-not-found' }, 99),
		]);
	});

	it('posts in French what everyone sees', async () => {
		const [call, message] = (await look({ id: '1001', share: true })).at(-1) ?? [];
		expect(call).toBe('follow up');
		expect(message).toEqual(forEveryone(sharedItemView(french, aurora, '200000000000000001')));
	});

	it('refuses in German', async () => {
		const services = {
			keyCheck: { recent: () => Promise.reject(new Error('Nobody may ask')) },
			serverReport: { account: () => {} },
		};
		const log = await askCommand(account, services, { ...between, mayPost: false });
		expect(log).toEqual([['reply', ephemeral(refusalView(german, 'administrator'))]]);
	});
});
