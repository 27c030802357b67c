import { seededRandom } from './seeded-random.js';

const sampleRate = 8_000;
const noteSeconds = 0.3;
const pentatonic = [0, 2, 4, 7, 9, 12];

/** Six plucked notes as a WAV file (8 kHz, 8 bits, mono), the same for the same seed. */
export function composeTune(seed: number): Buffer {
	const random = seededRandom(seed);
	const noteSamples = sampleRate * noteSeconds;
	const samples = Buffer.alloc(noteSamples * 6);
	for (let note = 0; note < 6; note += 1) {
		const step = pentatonic[Math.floor(random() * pentatonic.length)] ?? 0;
		const frequency = 330 * 2 ** (step / 12);
		for (let i = 0; i < noteSamples; i += 1) {
			const loudness = Math.exp((-4 * i) / noteSamples);
			const wave = Math.sin((2 * Math.PI * frequency * i) / sampleRate);
			samples[note * noteSamples + i] = Math.round(128 + 90 * loudness * wave);
		}
	}
	return Buffer.concat([wavHeader(samples.length), samples]);
}

function wavHeader(dataBytes: number): Buffer {
	const header = Buffer.alloc(44);
	header.write('RIFF', 0, 'ascii');
	header.writeUInt32LE(36 + dataBytes, 4);
	header.write('WAVEfmt ', 8, 'ascii');
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(sampleRate, 24);
	header.writeUInt32LE(sampleRate, 28);
	header.writeUInt16LE(1, 32);
	header.writeUInt16LE(8, 34);
	header.write('data', 36, 'ascii');
	header.writeUInt32LE(dataBytes, 40);
	return header;
}
