import type { APIEmbed } from 'discord-api-types/v10';

/** An embed as the client shows it, with the addresses of its large pictures. */
export interface ShownEmbed {
	readonly embed: APIEmbed;
	readonly pictures: readonly string[];
}

const maxPictures = 4;

/**
 * The embeds of a message as they are shown: those with one address are one embed, with up to four pictures as a
 * gallery. Undocumented; so does Discord itself with the pictures of a post that a link leads to.
 */
export function shownEmbeds(embeds: readonly APIEmbed[]): readonly ShownEmbed[] {
	const first = (embed: APIEmbed) =>
		embed.url === undefined || embed.image === undefined
			? embed
			: embeds.find(({ url, image }) => url === embed.url && image !== undefined);
	return embeds
		.filter((embed) => first(embed) === embed)
		.map((embed) => ({
			embed,
			pictures: embeds
				.filter((other) => first(other) === embed)
				.flatMap(({ image }) => image?.url ?? [])
				.slice(0, maxPictures),
		}));
}
