import { crc32, deflateSync } from 'node:zlib';

/** A picture of two colours that flow into each other, as a PNG. */
export function pngOf(width: number, height: number, hue: number): Buffer {
	const rows = Array.from({ length: height }, (_, y) => {
		const pixels = Array.from({ length: width }, (__, x) =>
			rgbOf(hue + (50 * x) / width, 0.35 + (0.3 * y) / height),
		);
		return Buffer.from([0, ...pixels.flat()]);
	});
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	return Buffer.concat([
		Buffer.from('89504e470d0a1a0a', 'hex'),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(Buffer.concat(rows))),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}

function rgbOf(hue: number, lightness: number): number[] {
	const strength = 0.55 * Math.min(lightness, 1 - lightness);
	return [0, 8, 4].map((n) => {
		const k = (n + hue / 30) % 12;
		return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
	});
}
