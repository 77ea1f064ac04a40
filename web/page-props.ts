/** The parameters in a page's path. `id` is empty if the path has none. */
export interface PageProps {
  id: string;
}
