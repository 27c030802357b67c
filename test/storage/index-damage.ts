import { readFileSync, writeFileSync } from 'node:fs';

const leafOfIndex = 0x0a;

/**
 * Removes the last entry from each leaf of a closed database's index, as a lost write would: the table keeps its rows,
 * but no lookup finds them. Returns the number of entries.
 */
export function loseIndexEntries(file: string): number {
	const bytes = readFileSync(file);
	const pageSize = bytes.readUInt16BE(16);
	let lost = 0;
	for (let page = 0; page < bytes.length; page += pageSize) {
		const cells = bytes.readUInt16BE(page + 3);
		if (bytes[page] !== leafOfIndex || cells < 2) continue;
		const cell = page + bytes.readUInt16BE(page + 8 + 2 * (cells - 1));
		// A length of up to 14 bits, then the entry.
		const [first = 0, second = 0] = bytes.subarray(cell, cell + 2);
		const size = first < 0x80 ? first + 1 : ((first & 0x7f) << 7) + second + 2;
		bytes.writeUInt16BE(cells - 1, page + 3);
		bytes.writeUInt8(Math.min(255, bytes.readUInt8(page + 7) + size), page + 7);
		lost += 1;
	}
	writeFileSync(file, bytes);
	return lost;
}
