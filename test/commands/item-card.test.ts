import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { screenshotsHandlers } from '../../commands/item-card.js';
import type { ComponentHandler } from '../../src/discord/command.js';
import { customIdName } from '../../src/discord/custom-id.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { itemFailureView } from '../../src/views/item-lookup-view.js';
import { ephemeral } from '../../src/views/message.js';
import { outdatedComponentView } from '../../src/views/refusal-view.js';
import { screenshotsView } from '../../src/views/screenshots-view.js';
import { FakeInteraction } from '../discord/fake-interaction.js';
import { withScreenshots } from '../views/samples.js';
import { FakeCatalogue } from './fake-catalogue.js';

const t = translatorFor('en-US');

const item = withScreenshots(23);

async function click(catalogue: FakeCatalogue, customId: string) {
	const handlers: readonly ComponentHandler[] = screenshotsHandlers(catalogue);
	const name = customIdName(customId);
	const handler = handlers.find((candidate) => candidate.kind === 'button' && candidate.name === name);
	const interaction = new FakeInteraction({ customId });
	await handler?.run(interaction);
	return interaction.log;
}

describe('the button "Screenshots"', () => {
	it('opens the gallery for the one who clicks, and leaves the card as it is', async () => {
		expect(await click(new FakeCatalogue([item]), 'cc1:shots:1001:0')).toEqual([
			['reply', ephemeral(screenshotsView(t, item, 0))],
		]);
		expect(ephemeral(screenshotsView(t, item, 0)).flags).toEqual([
			MessageFlags.Ephemeral,
			MessageFlags.IsComponentsV2,
		]);
	});

	it('still opens it after a restart, while the catalogue is not in memory yet', async () => {
		expect(await click(new FakeCatalogue([], { ok: true, value: item }), 'cc1:shots:1001:0')).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', screenshotsView(t, item, 0)],
		]);
	});

	it('says so where the item is gone', async () => {
		expect(await click(new FakeCatalogue([]), 'cc1:shots:1001:0')).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', itemFailureView(t, { kind: 'item-not-found' }, 1001)],
		]);
	});
});

describe('the buttons of the gallery', () => {
	it('turn the page in place', async () => {
		expect(await click(new FakeCatalogue([item]), 'cc1:shots-page:1001:2')).toEqual([
			['update', screenshotsView(t, item, 2)],
		]);
	});

	it('answer in a new message where the item has to be asked for', async () => {
		expect(await click(new FakeCatalogue([], { ok: true, value: item }), 'cc1:shots-page:1001:2')).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', screenshotsView(t, item, 2)],
		]);
	});
});

it.each(['cc1:shots:abc:0', 'cc1:shots:1001', 'cc1:shots-page:1001:0:more'])(
	'the button %s of another version is answered with an explanation',
	async (customId) => {
		expect(await click(new FakeCatalogue([item]), customId)).toEqual([
			['reply', ephemeral(outdatedComponentView(t))],
		]);
	},
);
