import type { LeadPicture } from '#contract/picture.ts';

interface LeadImageProps {
  picture: LeadPicture;
  sizes: string;
  /** True at the head of a page: the picture loads at once and has its `alt` text. A card has its title instead. */
  isHead?: boolean;
}

/** Shows the lead picture of a post or project. It fills a box of fixed size, so nothing moves when it loads. */
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
