import { faces } from './fonts/faces.ts';

/**
 * Runs in the head, before anything is painted; its hash is in the page's policy. It is written out as the
 * browser gets it, so it speaks the language of old ones.
 *
 * The theme and a dismissed banner are set before the first paint, so that neither flashes: the server
 * always renders the dark default.
 */
const beforePaint = `try{var d=document.documentElement.dataset,t=localStorage.getItem('theme');if(t==='light'||t==='dark')d.theme=t;if(localStorage.getItem('devBannerDismissed'))d.banner='dismissed'}catch(e){}`;

/**
 * A visit that starts at the top of a page, and not at a place on it or where the visitor was: what is far
 * below may have any height for now: see far-below.ts. Whoever moves on before that is laid out gets all of it at
 * once, and whoever went to the end is at the end; what is done in a field moves nothing.
 */
const start = `try{if(!location.hash&&performance.getEntriesByType('navigation')[0].type==='navigate'){var h=document.documentElement;h.dataset.start='top';['keydown','wheel','touchstart','mousedown','scroll'].forEach(function(n){addEventListener(n,function(e){if(!h.dataset.start||/INPUT|TEXTAREA|SELECT/.test(e.target.tagName))return;var end=scrollY>0&&scrollY+innerHeight>h.scrollHeight-2;delete h.dataset.start;if(end)scrollTo({top:h.scrollHeight,behavior:'instant'})},{capture:true,passive:true})})}}catch(e){}`;

/** A form sent before the page's scripts are there waits for them: see useDraftForm. */
const earlySends = `addEventListener('submit',function(e){if(!e.defaultPrevented){e.preventDefault();e.target.waits=true}});`;

/**
 * The page is whole without its scripts, so they are fetched once it has been painted, and with them the
 * manifest, for which browsers open another connection: they do not compete with what the visitor came to
 * see. Each is asked for by itself, as asking takes a slow phone a while. A page in a tab behind is never painted,
 * and some browsers do not tell, hence the longer time-out.
 */
const scriptsLater = `addEventListener('DOMContentLoaded',function(){var begun;function link(r,a){var l=document.createElement('link');l.rel=r;l.href=a;document.head.append(l)}function each(n,f){var m=document.querySelector('meta[name='+n+']');m.content.split(' ').forEach(function(a){a&&setTimeout(f,0,a)})}function begin(){if(begun)return;begun=1;each('modules',function(a){link('modulepreload',a)});each('scripts',function(a){var s=document.createElement('script');s.type='module';s.src=a;document.head.append(s)});setTimeout(link,0,'manifest','/manifest.webmanifest')}try{new PerformanceObserver(function(l){if(l.getEntriesByName('first-contentful-paint').length)begin()}).observe({type:'paint',buffered:true})}catch(e){}setTimeout(begin,1000)});`;

/**
 * A face is made known once its file is here. Known before, it has Chromium look for a substitute in each
 * of its sizes and weights, where one stands in anyway: on Linux that was most of the first layout.
 */
const facesOnceHere = `try{${JSON.stringify(faces)}.forEach(function(f){new FontFace(f.family,'url('+f.file+')',{weight:f.weight}).load().then(function(l){document.fonts.add(l)},function(){})})}catch(e){}`;

export const inHead = `(function(){${earlySends}${scriptsLater}${beforePaint}${start}${facesOnceHere}})()`;
