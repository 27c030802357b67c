import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { itemsCommand, itemsHandlers } from '../../commands/items.js';
import type { ComponentHandler } from '../../src/discord/command.js';
import { customIdName } from '../../src/discord/custom-id.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { itemView } from '../../src/views/item-view.js';
import { goToPageModal, itemsView, notAPageView } from '../../src/views/items-view.js';
import { ephemeral } from '../../src/views/message.js';
import { outdatedComponentView } from '../../src/views/refusal-view.js';
import { FakeInteraction, type Given } from '../discord/fake-interaction.js';
import { commandRefusals } from '../views/refusals.js';
import { sampleItem, sampleItems } from '../views/samples.js';
import { FakeCatalogue } from './fake-catalogue.js';

const t = translatorFor('en-US');

const sixty = new FakeCatalogue(sampleItems(60));
const page = (number: number) => itemsView(t, sixty.snapshot(), number - 1);

async function run(catalogue: FakeCatalogue, options: Given['options'] = {}) {
	const interaction = new FakeInteraction({ options });
	await itemsCommand(catalogue).run(interaction);
	return interaction.log;
}

async function act(
	catalogue: FakeCatalogue,
	kind: ComponentHandler['kind'],
	given: Given & { customId: string },
) {
	const name = customIdName(given.customId);
	const handler = itemsHandlers(catalogue).find(
		(candidate) => candidate.kind === kind && candidate.name === name,
	);
	const interaction = new FakeInteraction(given);
	await handler?.run(interaction);
	return interaction.log;
}

describe('/items', () => {
	it('can be registered', () => {
		expect(commandRefusals(itemsCommand(sixty).data)).toEqual([]);
	});

	it('shows the first page at once, to the asker alone', async () => {
		expect(await run(sixty)).toEqual([['reply', ephemeral(page(1))]]);
		expect(sixty.asked).toEqual([]);
	});

	it('begins with the page that is asked for', async () => {
		expect(await run(sixty, { page: 4 })).toEqual([['reply', ephemeral(page(4))]]);
		expect(await run(sixty, { page: 999 })).toEqual([['reply', ephemeral(page(6))]]);
	});

	it('says so at once where the items are still being loaded', async () => {
		const loading = new FakeCatalogue([], undefined, 'loading');
		expect(await run(loading)).toEqual([
			['reply', ephemeral(itemsView(t, { items: [], state: 'loading' }, 0))],
		]);
	});
});

describe('the buttons of /items', () => {
	it.each([
		['first', 1],
		['previous', 2],
		['next', 4],
		['last', 6],
	])('turn from page 3 to the %s one, by what is in the custom_id alone', async (move, target) => {
		expect(await act(sixty, 'button', { customId: `cc1:items:${move}:2` })).toEqual([
			['update', page(target)],
		]);
	});

	it('keep the list while there are no items in memory, and say why', async () => {
		const loading = new FakeCatalogue([], undefined, 'loading');
		expect(await act(loading, 'button', { customId: 'cc1:items:next:2' })).toEqual([
			['reply', ephemeral(itemsView(t, { items: [], state: 'loading' }, 0))],
		]);
	});

	it('of another version are answered with an explanation', async () => {
		expect(await act(sixty, 'button', { customId: 'cc1:items:sideways:2' })).toEqual([
			['reply', ephemeral(outdatedComponentView(t))],
		]);
	});
});

describe('going to a page of /items', () => {
	const typed = (text: string) => ({ customId: 'cc1:items-goto', typed: { page: text } });

	it('asks for it in a modal, before anything else', async () => {
		expect(await act(sixty, 'button', { customId: 'cc1:items-ask' })).toEqual([
			['modal', goToPageModal(t, 60)],
		]);
	});

	it('shows the page that was typed, in place', async () => {
		expect(await act(sixty, 'modal', typed('5'))).toEqual([
			['defer update', undefined],
			['edit', page(5)],
		]);
	});

	it('says what to type where it was no number, and keeps the list', async () => {
		expect(await act(sixty, 'modal', typed('the end'))).toEqual([['reply', ephemeral(notAPageView(t))]]);
	});

	it('keeps the list while there are no items in memory', async () => {
		const loading = new FakeCatalogue([], undefined, 'loading');
		expect(await act(loading, 'modal', typed('5'))).toEqual([
			['reply', ephemeral(itemsView(t, { items: [], state: 'loading' }, 0))],
		]);
	});
});

describe('the select of /items', () => {
	it('opens an item in a message of its own', async () => {
		const log = await act(sixty, 'select', { customId: 'cc1:items-open', values: ['42'] });
		const [item = sampleItem()] = sixty.snapshot().items.slice(41);
		expect(log).toEqual([['reply', ephemeral(itemView(t, item))]]);
	});

	it('asks the marketplace for an item that is not in memory any more', async () => {
		const item = sampleItem();
		const catalogue = new FakeCatalogue([], { ok: true, value: item });
		expect(await act(catalogue, 'select', { customId: 'cc1:items-open', values: ['1001'] })).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', itemView(t, item)],
		]);
	});

	it('is answered with an explanation where its value is no id', async () => {
		expect(await act(sixty, 'select', { customId: 'cc1:items-open', values: ['all'] })).toEqual([
			['reply', ephemeral(outdatedComponentView(t))],
		]);
	});
});
