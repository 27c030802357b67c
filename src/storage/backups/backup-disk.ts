import { stat } from 'node:fs/promises';

/** True if two existing files or folders are on one disk, or one partition of it. Rejects with the file system's errors. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
	const [a, b] = await Promise.all([stat(one), stat(other)]);
	return a.dev === b.dev;
}
