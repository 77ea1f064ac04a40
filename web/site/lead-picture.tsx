import type { LeadPicture } from '#contract/picture.ts';

interface LeadImageProps {
  picture: LeadPicture;
  /** How wide it is shown. */
  sizes: string;
  /** At the head of a page it has its words and is loaded at once. In a card the title beside it says enough. */
  isHead?: boolean;
}

/** The lead picture of a post or project. It fills its box, which has a size of its own: nothing moves when it comes. */
export function LeadImage({ picture, sizes, isHead }: LeadImageProps) {
  const { path, avif, webp, alt, ...size } = picture;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        className="plate-img"
        src={path}
        srcSet={webp}
        sizes={sizes}
        {...size}
        alt={isHead ? alt : ''}
        loading={isHead ? 'eager' : 'lazy'}
      />
    </picture>
  );
}
