const [width, height] = [320, 180];
const frames = 20;
const everyMs = 50;

/** A second of a circle that moves, as a WebM: pictures of videos need one, and none is fetched from elsewhere. */
export async function recordVideo(): Promise<number[]> {
	const canvas = Object.assign(document.createElement('canvas'), { width, height });
	const context = canvas.getContext('2d');
	if (context === null) throw new Error('There is no canvas here');
	const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' });
	const parts: Blob[] = [];
	recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
	const stopped = new Promise((resolve) => {
		recorder.addEventListener('stop', resolve);
	});
	recorder.start();
	for (let frame = 0; frame < frames; frame += 1) {
		context.fillStyle = '#23406b';
		context.fillRect(0, 0, width, height);
		context.fillStyle = '#f2c063';
		context.beginPath();
		context.arc(40 + frame * 12, height / 2, 32, 0, 2 * Math.PI);
		context.fill();
		await new Promise((resolve) => {
			setTimeout(resolve, everyMs);
		});
	}
	recorder.stop();
	await stopped;
	return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
}
