/** What a page gets from its address. Pages without an id in it get an empty one. */
export interface PageProps {
  id: string;
}
