// The buttons that save a drawing as a file.
import type { RefObject } from 'preact';
import { announce } from './announcer.tsx';
import { type Caption, savePicture, svgDocument } from './picture.ts';

type Props = { drawing: RefObject<SVGSVGElement | null>; name: string; caption(drawing: SVGSVGElement): Caption };

/** Renders one button for each format; `name` is the file name without extension. */
export function PictureButtons({ drawing, name, caption }: Props) {
	const take = async (format: 'svg' | 'png') => {
		if (!drawing.current) return;
		try {
			await savePicture(
				svgDocument(drawing.current, caption(drawing.current)),
				name.replaceAll(/[^\w.-]+/g, '-'),
				format,
			);
			announce('The image is saved.');
		} catch {
			announce('The image could not be saved.');
		}
	};
	return (
		<span class="picture-buttons with-script">
			<span class="note" aria-hidden="true">
				Save image
			</span>
			<button type="button" class="quiet" onClick={() => void take('svg')}>
				<span class="visually-hidden">Save the image as </span>SVG
			</button>
			<button type="button" class="quiet" onClick={() => void take('png')}>
				<span class="visually-hidden">Save the image as </span>PNG
			</button>
		</span>
	);
}
