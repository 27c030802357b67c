import { describe, expect, it } from 'vitest';
import { accountCommand } from '../../commands/account.js';
import { itemCommand } from '../../commands/item.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { Pauses } from '../../src/time/pauses.js';
import { itemFailureView } from '../../src/views/item-lookup-view.js';
import { itemView, sharedItemView } from '../../src/views/item-view.js';
import { ephemeral } from '../../src/views/message.js';
import { administratorsOnlyView } from '../../src/views/refusal-view.js';
import { FakeInteraction } from '../discord/fake-interaction.js';
import { sampleItem } from '../views/samples.js';
import { FakeCatalogue } from './fake-catalogue.js';

const german = translatorFor('de');
const french = translatorFor('fr');
const between = { locale: 'de', guildLocale: 'fr' };
const aurora = sampleItem();

async function item(options: Readonly<Record<string, string | boolean>>) {
	const interaction = new FakeInteraction({ ...between, options });
	await itemCommand(new FakeCatalogue([aurora]), new Pauses(() => 0)).run(interaction);
	return interaction.log;
}

describe('a command of a German in a French server', () => {
	it('answers in German what they alone see', async () => {
		expect(await item({ id: '1001' })).toEqual([['reply', ephemeral(itemView(german, aurora))]]);
		expect((await item({ id: '99' })).at(-1)).toEqual([
			'edit',
			itemFailureView(german, { kind: 'item-not-found' }, 99),
		]);
	});

	it('posts in French what everyone sees', async () => {
		const [[call, message] = []] = await item({ id: '1001', share: true });
		expect(call).toBe('reply');
		expect(message).toEqual(sharedItemView(french, aurora, '200000000000000001'));
	});

	it('refuses in German', async () => {
		const interaction = new FakeInteraction({ ...between, mayPost: false });
		const account = {
			accountDetails: () => Promise.reject(new Error('Nobody may ask')),
			isHome: () => true,
			onOpened: () => {},
		};
		await accountCommand(account).run(interaction);
		expect(interaction.log).toEqual([['reply', ephemeral(administratorsOnlyView(german))]]);
	});
});
