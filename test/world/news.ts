import { type NewsLine, newsChannelOf } from './discord-side.js';
import { dayMs, hourMs } from './servers.js';
import { type ServedList, versionName } from './shelf.js';
import type { World } from './world.js';

/** News that waits longer than a day is dropped. */
const keptMs = dayMs - hourMs;

/**
 * Announcements that are wrong or missing: each version may be posted once per server, unless the first list had it or
 * its item returned. Independent of the product. To be used once everything is quiet.
 */
export function wrongNews({ shop, schedule, messages, newsIn, store }: World): string[] {
	const lists = shop.shelf.served;
	// A list that no process could record doesn't count, so the first list that does is one of these.
	const rememberedAt = store.firstWritten.get('news-log') ?? schedule.time;
	const [first, ...others] = lists.filter(({ at }) => at <= rememberedAt);
	if (first === undefined) return [];
	const firstVersion = (id: number): number =>
		Math.min(...[first, ...others].map(({ versions }) => versions.get(id) ?? 0));
	return newsIn.flatMap((guildId) => {
		const posted = messages.posted
			.filter(({ to }) => to === newsChannelOf(guildId))
			.flatMap(({ at, content }) => linesIn(content).map((line) => ({ ...line, at })));
		const times = (id: number, isSame: (line: NewsLine) => boolean): number =>
			posted.filter((line) => line.id === id && isSame(line)).length;
		const wrong = posted.flatMap(({ id, version, isNew, at }) => {
			const name = `${id} ${versionName(version)} in ${guildId}`;
			const before = lists.filter((list) => list.at <= at);
			const known = firstVersion(id);
			return [
				...(times(id, (line) => line.version === version) > 1 ? [`announced again: ${name}`] : []),
				...(known >= version ? [`announced from the first list: ${name}`] : []),
				...(isNew && known > 0 ? [`announced as new, and has returned: ${name}`] : []),
				...(isNew && times(id, (line) => line.isNew) > 1 ? [`announced as new again: ${name}`] : []),
				...(before.some((list) => list.versions.get(id) === version) ? [] : [`not listed: ${name}`]),
			];
		});
		const missing = due(lists, schedule.time).filter(
			([id, version]) => times(id, (line) => line.version === version) === 0,
		);
		return [
			...new Set(wrong),
			...missing.map(([id, version]) => `not announced: ${id} ${versionName(version)} in ${guildId}`),
		];
	});
}

/**
 * The versions that must be announced by now: the latest ones that the shop has listed in full, without a gap, for up
 * to a day.
 */
function due(lists: readonly ServedList[], now: number): readonly (readonly [id: number, version: number])[] {
	const [first] = lists;
	return [...(lists.at(-1)?.versions ?? [])].filter(([id, version]) => {
		if (first === undefined || (first.versions.get(id) ?? 0) >= version) return false;
		if (lists.some((list) => (list.versions.get(id) ?? 0) > version)) return false;
		const since = lists.findIndex((list) => list.versions.get(id) === version);
		const later = lists.slice(since);
		// Partial lists are remembered silently, and so are those that lack a third of an earlier one.
		return (
			(later[0]?.at ?? 0) > now - keptMs &&
			later.every(
				(list) =>
					!list.isHalf &&
					list.versions.get(id) === version &&
					lists.slice(0, since).every((before) => keeps(list, before)),
			)
		);
	});
}

/** True if the list has two thirds of an earlier one's items. */
function keeps(list: ServedList, { versions }: ServedList): boolean {
	return [...versions.keys()].filter((id) => list.versions.has(id)).length >= (versions.size * 2) / 3;
}

function linesIn(content: string): readonly NewsLine[] {
	return JSON.parse(content.slice(content.indexOf('['))) as NewsLine[];
}
