import type { Overwrite } from '@claimcheck/local-discord';
import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Stage } from '../stage.js';
import { Steward } from './guide/steward.js';

/** The author's website, as in the settings, which accept only https. */
const site = 'https://northlight.example';
/** The first item in the catalog, which most people buy here. */
const aurora = { id: 20_114, name: 'Aurora', colour: 0x8e_44_ad };

/**
 * Sets the server up as its staff would before they let buyers in: channels for support and for help, an audit channel
 * that members don't see, a role for one item, links, and the panel in #verify, all with the bot's own commands.
 * Resolves once everything is there.
 */
export async function openSettings(stage: Stage): Promise<void> {
	const { guild, channels, people } = stage;
	const steward = new Steward(stage, people.admin);
	guild.change({ icon: 'northlight' });
	guild.setOverwrites(channels.audit, staffAlone(stage));
	await steward.chooseLinks({
		supportChannelId: guild.addChannel({ name: 'support' }).id,
		helpChannelId: guild.addChannel({ name: 'help' }).id,
		exampleUrl: `${site}/receipt.png`,
		renewUrl: `${site}/renew`,
	});
	await steward.giveForItem(aurora, guild.addRole({ name: aurora.name, color: aurora.colour }).id);
	await steward.postPanel(
		channels.verify,
		`${site}/banner.png`,
		'Templates, sounds and shapes by Northlight',
	);
}

/** Local replacements for addresses of Discord and the author's website, keyed by the prefix that they replace. */
export function standInsOf({
	guild,
	marketplace,
}: Pick<Stage, 'guild' | 'marketplace'>): Record<string, string> {
	const shop = marketplace.baseUrl;
	return {
		[`https://cdn.discordapp.com/icons/${guild.id}/`]: `${shop}/media/account/avatar.png?`,
		'https://cdn.discordapp.com/embed/avatars/': `${shop}/media/account/avatar.png?`,
		'https://cdn.discordapp.com/avatars/': `${shop}/media/account/avatar.png?`,
		[`${site}/banner.png`]: `${shop}/media/account/cover.png`,
		[`${site}/receipt.png`]: `${shop}/media/account/receipt.png`,
		[`${site}/`]: `${shop}/`,
	};
}

/** Overwrites of a channel that members don't see, but in which the bot can write. */
export function staffAlone({ guild, roles }: Pick<Stage, 'guild' | 'roles'>): readonly Overwrite[] {
	const { ViewChannel, SendMessages } = PermissionFlagsBits;
	const type = OverwriteType.Role;
	return [
		{ id: guild.id, type, allow: 0n, deny: ViewChannel },
		{ id: roles.moderator.id, type, allow: ViewChannel, deny: 0n },
		{ id: guild.botRole.id, type, allow: ViewChannel | SendMessages, deny: 0n },
	];
}
