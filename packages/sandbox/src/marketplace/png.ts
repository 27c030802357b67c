import { crc32, deflateSync } from 'node:zlib';

/** Pixels from the top left, three bytes each: red, green, blue. */
export interface Bitmap {
	readonly width: number;
	readonly height: number;
	readonly pixels: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG file: 8 bits a channel, no transparency. Discord shows no SVG, and this spares a library for pictures. */
export function encodePng({ width, height, pixels }: Bitmap): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);

	const rowBytes = width * 3;
	const rows = Buffer.alloc((rowBytes + 1) * height);
	for (let y = 0; y < height; y += 1) {
		const at = y * (rowBytes + 1);
		// Each row as the difference to the one above: gradients become almost nothing.
		rows[at] = y === 0 ? 0 : 2;
		for (let x = 0; x < rowBytes; x += 1) {
			const above = y === 0 ? 0 : (pixels[(y - 1) * rowBytes + x] ?? 0);
			rows[at + 1 + x] = (pixels[y * rowBytes + x] ?? 0) - above;
		}
	}
	return Buffer.concat([
		signature,
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(rows)),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, checksum]);
}
