import { ButtonStyle } from 'discord.js';
import { z } from 'zod';
import type { Translator } from '../i18n/translator.js';
import type { PersonalData, StoredEvent, StoredUndo } from '../members/personal-data.js';
import { button, row } from './components.js';
import { defineCustomId } from './custom-id.js';
import { itemName } from './item-text.js';
import { accent, type MessageView, noMentions, textView } from './message.js';
import { timestamp } from './text.js';

/** Sends everything as a file. */
export const exportData = defineCustomId('privacy-export', z.tuple([]));
/** Asks whether the member means it. */
export const askToDelete = defineCustomId('privacy-delete', z.tuple([]));
/** Deletes. */
export const deleteData = defineCustomId('privacy-erase', z.tuple([]));
/** Back to what is stored. */
export const keepData = defineCustomId('privacy-keep', z.tuple([]));

const listed = 10;
const red = 0xcf_22_2e;

/** What is stored about a member, in short, and what they can do with it. */
export function privacyView(t: Translator, data: PersonalData): MessageView {
	const { userId, purchases, formerPurchases, wrongCodesAt } = data;
	const lines = purchases
		.slice(0, listed)
		.map(({ item, claimedAt }) => `- ${itemName(t, item, 100)} · ${timestamp(claimedAt, 'D')}`);
	const more = purchases.length - lines.length;
	const description = [
		t('privacy.account', { id: userId }),
		[
			t('privacy.claims', { count: purchases.length }),
			...lines,
			...(more > 0 ? [t('privacy.more', { count: more })] : []),
		].join('\n'),
		...(formerPurchases.length > 0 ? [t('privacy.former', { count: formerPurchases.length })] : []),
		t('privacy.misses', { count: wrongCodesAt.length }),
		t('privacy.elsewhere'),
	].join('\n\n');
	return {
		content: '',
		embeds: [{ color: accent, title: t('privacy.title'), description }],
		components: [
			row(
				button(t('privacy.export'), exportData.encode()),
				button(t('privacy.delete'), askToDelete.encode(), ButtonStyle.Danger),
			),
		],
		allowedMentions: noMentions,
	};
}

/** Says what deleting means, before it is done. */
export function deleteDataView(t: Translator): MessageView {
	return {
		content: '',
		embeds: [{ color: red, title: t('privacy.confirmTitle'), description: t('privacy.confirm') }],
		components: [
			row(
				button(t('privacy.confirmButton'), deleteData.encode(), ButtonStyle.Danger),
				button(t('privacy.keep'), keepData.encode()),
			),
		],
		allowedMentions: noMentions,
	};
}

/** The answer when it is done. */
export function dataDeletedView(t: Translator): MessageView {
	return textView(t('privacy.deleted'));
}

/** The answer to somebody who has just downloaded it. `retryAt`: milliseconds since the epoch. */
export function exportLaterView(t: Translator, retryAt: number): MessageView {
	return textView(t('privacy.exportLater', { when: timestamp(retryAt, 'R') }));
}

/** Everything as a JSON file, with times as people and programs read them. `at`: milliseconds since the epoch. */
export function dataExportView(t: Translator, data: PersonalData, at: number): MessageView {
	const { userId, purchases, formerPurchases, wrongCodesAt, unlinkedAt, refusals } = data;
	const content = {
		exportedAt: isoTime(at),
		discordUserId: userId,
		purchases: purchases.map(({ item, history, undo, guildIds, ...purchase }) => ({
			item,
			licenceType: purchase.licenseType,
			status: purchase.status,
			locked: purchase.locked,
			verifiedAt: isoTime(purchase.claimedAt),
			purchasedAt: isoTime(purchase.purchasedAt),
			supportedUntil: isoTime(purchase.supportedUntil),
			checkedAt: isoTime(purchase.checkedAt),
			calledInvalidAt: purchase.calledInvalidAt.map(isoTime),
			discordServerIds: guildIds,
			purchaseCode: 'stored encrypted, not part of this file',
			history: history.map(exportedEvent),
			...exportedUndo(undo),
		})),
		formerPurchases: formerPurchases.map(({ item, licenseType, history, undo }) => ({
			item,
			licenceType: licenseType,
			history: history.map(exportedEvent),
			...exportedUndo(undo),
		})),
		wrongCodesAt: wrongCodesAt.map(isoTime),
		unlinkedAt: unlinkedAt.map(isoTime),
		refusals: refusals.map(({ at, guildId, why }) => ({ at: isoTime(at), why, discordServerId: guildId })),
	};
	const attachment = Buffer.from(`${JSON.stringify(content, undefined, '\t')}\n`);
	return { ...textView(t('privacy.exported')), files: [{ name: 'claimcheck-data.json', attachment }] };
}

function exportedEvent({ at, what, by, why, guildId }: StoredEvent) {
	return { at: isoTime(at), what, by, why, discordServerId: guildId };
}

function exportedUndo(undo: StoredUndo | undefined) {
	if (undo === undefined) return {};
	const { until, claimedAt, guildIds } = undo;
	const before = { verifiedAt: isoTime(claimedAt), discordServerIds: guildIds };
	return { keptForUndo: { until: isoTime(until), youHadIt: before } };
}

function isoTime(at: number | undefined): string | undefined {
	return at === undefined ? undefined : new Date(at).toISOString();
}
