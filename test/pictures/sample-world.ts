import { startLocalDiscord } from '@claimcheck/local-discord';
import { type PageServer, startPage } from '@claimcheck/local-discord/page/page-server';
import { startLocalMarketplace } from '@claimcheck/sandbox/marketplace/local-marketplace';
import { PermissionFlagsBits } from 'discord.js';
import { builtPage } from '../../packages/local-discord/test/browser/find-chromium.js';
import type { MessageView } from '../../src/ui/message.js';
import { sampleChart } from '../states/management/author-states.js';
import { channelIds, guildId, now, roleIds, userIds } from '../states/sample.js';
import type { FormState, State } from '../states/state.js';
import { pictureTranslator } from './scene-text.js';
import type { Scene } from './scenes.js';
import { SpeakingBot } from './speaking-bot.js';

export type SampleWorld = Awaited<ReturnType<typeof openSampleWorld>>;

/**
 * A Discord on this machine with the corpus's server in it, whose bot says what it is handed. Its clock stands still at
 * the corpus's moment. Close it when done.
 */
export async function openSampleWorld() {
	// No deadline is awaited here, and ids that begin with the clock's time are the same each time.
	const clock = { now: () => now, after: () => () => undefined };
	const discord = await startLocalDiscord({ clock, botName: 'Claimcheck' });
	const shop = await startLocalMarketplace();
	const guild = discord.createGuild({ name: 'Maren’s Support' });
	const buyer = guild.addRole({ name: 'Buyer', color: 0x2e_a0_43 });
	const aurora = guild.addRole({ name: 'Aurora', color: 0xa3_71_f7 });
	const staff = guild.addRole({
		name: 'Staff',
		color: 0xd2_99_22,
		permissions: PermissionFlagsBits.Administrator,
		position: 4,
	});
	const channels = Object.entries(channelIds).map(
		([name, id]) => [id, guild.addChannel({ name }).id] as const,
	);
	const known = new Map([
		...channels,
		[guildId, guild.id],
		[roleIds.buyer, buyer.id],
		[roleIds.aurora, aurora.id],
		[roleIds.staff, staff.id],
	]);
	const inPlace = <T extends object>(payload: T) =>
		mapTexts(payload, (text, isMedia) =>
			isMedia ? pictureAt(text, shop.baseUrl) : text.replaceAll(/\d{18}/g, (id) => known.get(id) ?? id),
		);
	const person = (name: string, id: string, held: readonly string[]) =>
		discord.person(guild, { name, id, roleIds: held });
	const people = {
		maya: person('Maya', userIds.maya, [buyer.id, aurora.id]),
		tom: person('Tom', userIds.tom, []),
		mod: person('Mod', userIds.mod, [staff.id]),
	};
	const bot = await SpeakingBot.start(discord, guild.id);
	const pages: PageServer[] = [];
	return {
		guild,
		people,
		bot,
		/** The channel that a phone shows first. */
		firstChannelId: [...guild.channels.keys()][0] ?? '',
		/** A state's message with the ids that things have here, and with pictures that are there. */
		viewOf: async (state: State) => inPlace(await withChart(state.show(pictureTranslator))),
		formOf: (state: FormState) => inPlace(state.form(pictureTranslator)),
		/** The address of a page that shows what this person sees. */
		async openPage(viewer: Scene['viewer']): Promise<string> {
			const page = await startPage(discord, {
				title: 'Pictures',
				people: [{ userId: people[viewer].id, guildId: guild.id, alias: viewer }],
				mediaOrigins: [shop.baseUrl],
				webRoot: builtPage,
			});
			pages.push(page);
			return page.address;
		},
		async close(): Promise<void> {
			await bot.stop();
			for (const page of pages) await page.close();
			await Promise.all([discord.close(), shop.close()]);
		},
	};
}

/** The states name a chart's bytes without drawing it, since that takes a while. */
async function withChart(view: MessageView): Promise<MessageView> {
	if (view.files === undefined) return view;
	const attachment = await sampleChart(pictureTranslator);
	const files = view.files.map((file) => (file.name.endsWith('.png') ? { ...file, attachment } : file));
	return { ...view, files };
}

/** Every text of a payload, in its place; files as they are. `isMedia`: the address of a picture or video. */
function mapTexts<T extends object>(payload: T, change: (text: string, isMedia: boolean) => string): T {
	const mapped = (value: unknown, isMedia: boolean): unknown => {
		if (typeof value === 'string') return change(value, isMedia);
		if (Array.isArray(value)) return value.map((each) => mapped(each, false));
		if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
		const isItem = 'url' in value && !('label' in value) && !('title' in value);
		return Object.fromEntries(
			Object.entries(value).map(([key, each]) => [key, mapped(each, isItem && key === 'url')]),
		);
	};
	// Only texts are changed into other texts.
	return mapped(payload, false) as T;
}

/** The items of the local marketplace whose pictures stand in for those that only have a name. */
const firstItem = 20_114;
const someItems = [20_157, 20_203, 20_248, 20_290, 20_331, 20_379, 20_412, 20_455, 20_498, 20_540, 20_583];
const videoItem = 20_798;
const serverItem = 20_290;

/** Sample addresses lead nowhere: the same kind of picture from the local marketplace. */
function pictureAt(address: string, shop: string): string {
	if (address.startsWith('attachment://')) return address;
	const { pathname } = new URL(address);
	const file = pathname.split('/').at(-1) ?? '';
	const shot = /^shot-(\d+)/.exec(file)?.[1];
	const path = (() => {
		if (shot !== undefined) return `${firstItem}/screenshot-${shot}.png`;
		if (file.endsWith('.mp4')) return `${videoItem}/preview.mp4`;
		if (/^(?:banner|cover)\./.test(file)) return 'account/cover.png';
		if (/^(?:maya|mira|avatar)\./.test(file)) return 'account/avatar.png';
		if (file.startsWith('icon.')) return `${serverItem}/thumbnail.png`;
		return `${itemFor(pathname)}/${file.startsWith('preview') ? 'preview' : 'thumbnail'}.png`;
	})();
	return `${shop}/media/${path}`;
}

/** The same item for the same folder, and others for others. */
function itemFor(pathname: string): number {
	const folder = pathname.split('/').at(-2) ?? '';
	if (folder === 'aurora' || folder === '') return firstItem;
	const sum = [...folder].reduce((before, letter) => before + (letter.codePointAt(0) ?? 0), 0);
	return someItems[sum % someItems.length] ?? firstItem;
}
