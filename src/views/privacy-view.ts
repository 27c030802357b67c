import {
	type APIActionRowComponent,
	type APIButtonComponentWithCustomId,
	ButtonStyle,
	ComponentType,
} from 'discord.js';
import { z } from 'zod';
import { defineCustomId } from '../discord/custom-id.js';
import type { Translator } from '../i18n/translator.js';
import { itemName } from './item-text.js';
import { ACCENT, type MessageView, noMentions, textView } from './message.js';
import { timestamp } from './text.js';

/** Everything that is stored about a member, but for the sealed codes. Times are milliseconds since the epoch. */
export interface PersonalData {
	readonly userId: string;
	/** The latest first. */
	readonly purchases: readonly StoredPurchase[];
	/** When wrong codes were sent, as far as they still count against the member. */
	readonly wrongCodesAt: readonly number[];
	/** When purchases were unlinked, as far as that still counts. */
	readonly unlinkedAt: readonly number[];
}

/** A purchase as it is stored about its holder. */
export interface StoredPurchase {
	readonly item: { readonly id: number; readonly name: string; readonly category: string };
	readonly licenseType: string;
	readonly status: 'active' | 'revoked';
	readonly locked: boolean;
	readonly claimedAt: number;
	readonly purchasedAt: number | undefined;
	readonly supportedUntil: number | undefined;
	/** When the marketplace was last asked about it again. */
	readonly checkedAt: number | undefined;
	/** The servers in which the member has verified it. */
	readonly guildIds: readonly string[];
	readonly history: readonly StoredEvent[];
}

/** What has happened to a purchase. Others are named by their part alone: who they are is their personal data. */
export interface StoredEvent {
	readonly at: number;
	readonly what: string;
	readonly by: 'you' | 'staff' | 'claimcheck';
	readonly why: string | undefined;
	readonly guildId: string | undefined;
}

/** Sends everything as a file. */
export const exportData = defineCustomId('privacy-export', z.tuple([]));
/** Asks whether the member means it. */
export const askToDelete = defineCustomId('privacy-delete', z.tuple([]));
/** Deletes. */
export const deleteData = defineCustomId('privacy-erase', z.tuple([]));
/** Back to what is stored. */
export const keepData = defineCustomId('privacy-keep', z.tuple([]));

const LISTED = 10;
const red = 0xcf_22_2e;

/** What is stored about a member, in short, and what they can do with it. */
export function privacyView(t: Translator, { userId, purchases, wrongCodesAt }: PersonalData): MessageView {
	const lines = purchases
		.slice(0, LISTED)
		.map(({ item, claimedAt }) => `- ${itemName(t, item, 100)} · ${timestamp(claimedAt, 'D')}`);
	const more = purchases.length - lines.length;
	const description = [
		t('privacy.account', { id: userId }),
		[
			t('privacy.claims', { count: purchases.length }),
			...lines,
			...(more > 0 ? [t('privacy.more', { count: more })] : []),
		].join('\n'),
		t('privacy.misses', { count: wrongCodesAt.length }),
		t('privacy.elsewhere'),
	].join('\n\n');
	return {
		content: '',
		embeds: [{ color: ACCENT, title: t('privacy.title'), description }],
		components: [
			row(
				button(t('privacy.export'), exportData.encode(), ButtonStyle.Secondary),
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
				button(t('privacy.keep'), keepData.encode(), ButtonStyle.Secondary),
			),
		],
		allowedMentions: noMentions,
	};
}

/** The answer when it is done. */
export function dataDeletedView(t: Translator): MessageView {
	return textView(t('privacy.deleted'));
}

/** Everything as a JSON file, with times as people and programs read them. `at`: milliseconds since the epoch. */
export function dataExportView(t: Translator, data: PersonalData, at: number): MessageView {
	const { userId, purchases, wrongCodesAt, unlinkedAt } = data;
	const content = {
		exportedAt: isoTime(at),
		discordUserId: userId,
		purchases: purchases.map(({ item, history, guildIds, ...purchase }) => ({
			item,
			licenceType: purchase.licenseType,
			status: purchase.status,
			locked: purchase.locked,
			verifiedAt: isoTime(purchase.claimedAt),
			purchasedAt: isoTime(purchase.purchasedAt),
			supportedUntil: isoTime(purchase.supportedUntil),
			checkedAt: isoTime(purchase.checkedAt),
			discordServerIds: guildIds,
			purchaseCode: 'stored encrypted, not part of this file',
			history: history.map(({ at: happenedAt, what, by, why, guildId }) => {
				return { at: isoTime(happenedAt), what, by, why, discordServerId: guildId };
			}),
		})),
		wrongCodesAt: wrongCodesAt.map(isoTime),
		unlinkedAt: unlinkedAt.map(isoTime),
	};
	const attachment = Buffer.from(`${JSON.stringify(content, undefined, '\t')}\n`);
	return { ...textView(t('privacy.exported')), files: [{ name: 'claimcheck-data.json', attachment }] };
}

function isoTime(at: number | undefined): string | undefined {
	return at === undefined ? undefined : new Date(at).toISOString();
}

function row(
	...components: APIButtonComponentWithCustomId[]
): APIActionRowComponent<APIButtonComponentWithCustomId> {
	return { type: ComponentType.ActionRow, components };
}

function button(
	label: string,
	custom_id: string,
	style: ButtonStyle.Danger | ButtonStyle.Secondary,
): APIButtonComponentWithCustomId {
	return { type: ComponentType.Button, style, label, custom_id };
}
