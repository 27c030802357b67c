import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { galleryComponents } from '../../commands/item-card.js';
import { shareComponents } from '../../commands/item-share.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { Pauses } from '../../src/time/pauses.js';
import {
	itemFailureView,
	mayNotShareView,
	sharedAlreadyView,
	sharedView,
} from '../../src/views/item-lookup-view.js';
import { sharedItemView } from '../../src/views/item-view.js';
import { ephemeral } from '../../src/views/message.js';
import { previewView } from '../../src/views/preview-view.js';
import { outdatedComponentView } from '../../src/views/refusal-view.js';
import { screenshotsView } from '../../src/views/screenshots-view.js';
import { askComponent } from '../discord/asking.js';
import type { Given } from '../discord/fake-interaction.js';
import { withScreenshots } from '../views/samples.js';
import { FakeCatalogue } from './fake-catalogue.js';

const t = translatorFor('en-US');

const item = withScreenshots(23);

function click(catalogue: FakeCatalogue, customId: string, given: Given = {}, pauses = new Pauses(() => 0)) {
	const components = [...galleryComponents, ...shareComponents];
	const services = { catalogue, sharePauses: pauses };
	return askComponent(components, 'button', services, { customId, ...given });
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

describe('the button "Preview"', () => {
	it('opens the preview for the one who clicks, also while the catalogue is not in memory yet', async () => {
		const gallery = previewView(t, item);
		expect(await click(new FakeCatalogue([item]), 'cc1:preview:1001')).toEqual([
			['reply', ephemeral(gallery)],
		]);
		expect(await click(new FakeCatalogue([], { ok: true, value: item }), 'cc1:preview:1001')).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', gallery],
		]);
	});

	it('of another version is answered with an explanation', async () => {
		expect(await click(new FakeCatalogue([item]), 'cc1:preview:first')).toEqual([
			['reply', ephemeral(outdatedComponentView(t))],
		]);
	});
});

describe('the button "Share"', () => {
	const share = (catalogue: FakeCatalogue, given: Given = {}) => click(catalogue, 'cc1:share:1001', given);
	const posted = sharedItemView(t, item, '200000000000000001');

	it('posts the card for everyone, with the name of who may write there', async () => {
		expect(await share(new FakeCatalogue([item]))).toEqual([['reply', posted]]);
	});

	it('posts nothing for a member who may not write there', async () => {
		const given = { mayPost: false };
		const refused = [['reply', ephemeral(mayNotShareView(t))]];
		expect(await share(new FakeCatalogue([item]), given)).toEqual(refused);
		const elsewhere = new FakeCatalogue([], { ok: true, value: item });
		expect(await share(elsewhere, given)).toEqual(refused);
		expect(elsewhere.asked).toEqual([]);
	});

	it('posts what is not in memory after an answer to the asker alone', async () => {
		expect(await share(new FakeCatalogue([], { ok: true, value: item }))).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', sharedView(t)],
			['follow up', posted],
		]);
	});

	it('posts once in 30 seconds for a member in a channel, and once in its slow mode where that is longer', async () => {
		const clock = { now: 5_000 };
		const pauses = new Pauses(() => clock.now);
		const press = (given: Given = {}) => click(new FakeCatalogue([item]), 'cc1:share:1001', given, pauses);
		const refused = [['reply', ephemeral(sharedAlreadyView(t, 5_000))]];
		const other = { userId: '200000000000000002', slowModeMs: 60_000 };
		const others = sharedItemView(t, item, other.userId);
		expect([await press(), await press()]).toEqual([[['reply', posted]], refused]);
		expect([await press(other), await press(other)]).toEqual([[['reply', others]], refused]);
		clock.now += 30_000;
		expect([await press(), await press(other)]).toEqual([[['reply', posted]], refused]);
		clock.now += 30_000;
		expect(await press(other)).toEqual([['reply', others]]);
	});

	it('counts nothing where nothing was posted', async () => {
		const pauses = new Pauses(() => 0);
		await click(new FakeCatalogue([]), 'cc1:share:1001', {}, pauses);
		await click(new FakeCatalogue([item]), 'cc1:share:1001', { mayPost: false }, pauses);
		expect(await click(new FakeCatalogue([item]), 'cc1:share:1001', {}, pauses)).toEqual([['reply', posted]]);
	});

	it('posts nothing where the item is gone, and says so to the asker alone', async () => {
		expect(await share(new FakeCatalogue([]))).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', itemFailureView(t, { kind: 'item-not-found' }, 1001)],
		]);
	});
});
