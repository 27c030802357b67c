/** More would only matter for a shop that alternates between as many names of versions. */
const maxKept = 10;
const maxLength = 60;

/**
 * Versions of one item: the dotted number that the shop listed last, higher ones that it listed before, and the latest of
 * the others, which have no order.
 */
export type SeenVersions = readonly string[];

/** True if the version has not been seen, and is no step back. The first version of an item without any is none. */
export function isNewVersion(seen: SeenVersions, version: string | undefined): boolean {
	const wanted = kept(version);
	if (wanted === undefined || seen.length === 0) return false;
	if (partsOf(wanted) === undefined) return !seen.includes(wanted);
	const [current, ...higher] = dottedIn(seen);
	return current === undefined || (isHigher(wanted, current) && !higher.some((it) => isSame(it, wanted)));
}

/** The versions after this one; the same array if nothing changes. */
export function withVersion(seen: SeenVersions, version: string | undefined): SeenVersions {
	const added = kept(version);
	if (added === undefined || (seen.length > 0 && !isNewVersion(seen, version))) return seen;
	return partsOf(added) === undefined
		? [...dottedIn(seen), ...[...othersIn(seen), added].slice(-maxKept)]
		: withCurrent(seen, added);
}

/**
 * The versions after a list with this one. A step back is remembered: a number that was mistyped once must not be the
 * highest for ever.
 */
export function withListed(seen: SeenVersions, version: string | undefined): SeenVersions {
	const listed = kept(version);
	const [current] = dottedIn(seen);
	const isStepBack =
		listed !== undefined &&
		current !== undefined &&
		partsOf(listed) !== undefined &&
		!isSame(listed, current);
	return isStepBack ? withCurrent(seen, listed) : withVersion(seen, version);
}

function withCurrent(seen: SeenVersions, current: string): SeenVersions {
	const higher = dottedIn(seen).filter((it) => isHigher(it, current));
	const others = othersIn(seen);
	return [current, ...higher.slice(0, maxKept - others.length), ...others];
}

function dottedIn(seen: SeenVersions): readonly string[] {
	return seen.filter((it) => partsOf(it) !== undefined);
}

function othersIn(seen: SeenVersions): readonly string[] {
	return seen.filter((it) => partsOf(it) === undefined);
}

function isSame(version: string, other: string): boolean {
	return !isHigher(version, other) && !isHigher(other, version);
}

function kept(version: string | undefined): string | undefined {
	return version?.slice(0, maxLength);
}

/** `1.2.3` and `v1.2.3` as numbers without leading zeros; undefined for anything else. */
function partsOf(version: string): readonly string[] | undefined {
	if (!/^v?\d+(?:\.\d+)*$/i.test(version)) return undefined;
	const parts = version
		.replace(/^v/i, '')
		.split('.')
		.map((part) => part.replace(/^0+(?=\d)/, ''));
	// 1.0 and 1.0.0 are one version.
	const last = parts.findLastIndex((part) => part !== '0');
	return parts.slice(0, last + 1);
}

function isHigher(version: string, other: string): boolean {
	const [mine = [], theirs = []] = [partsOf(version), partsOf(other)];
	const at = mine.findIndex((part, index) => part !== (theirs[index] ?? '0'));
	if (at < 0) return false;
	const [part = '0', against = '0'] = [mine[at], theirs[at]];
	// As text, because a number of fifty digits is no number any more.
	return part.length === against.length ? part > against : part.length > against.length;
}
